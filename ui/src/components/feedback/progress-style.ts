// How far something is, as a custom property that the css reads.
import type { CSSProperties } from 'react';

export function progressStyle(progress: number): CSSProperties {
  return { '--progress': Math.min(1, Math.max(0, progress)) } as CSSProperties;
}
