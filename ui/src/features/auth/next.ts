// Where one goes after a step of signing in: back to where one came from, never outside the app; else to where one begins.
import { navigateTo, safeNext } from '../../lib/navigation/navigation.ts';
import { startPath } from '../../lib/session/start-path.ts';

export function nextPath(): string {
  const next = new URLSearchParams(location.search).get('next');
  return next === null ? startPath() : safeNext(next);
}

export const goOn = (): void => navigateTo(nextPath(), { replace: true });

/** A neighbouring step of signing in: it hands on where one goes after it. */
export function keepingNext(path: string): string {
  const next = new URLSearchParams(location.search).get('next');
  return next === null ? path : `${path}?next=${encodeURIComponent(next)}`;
}
