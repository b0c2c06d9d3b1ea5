// The keyboard stays where the work is: what appears takes the focus to its first field or button.
import { type RefObject, useEffect, useRef } from 'react';

const CONTROLS = 'input:not([tabindex="-1"]), select, textarea, button, a[href]';

export function useFirstFocus<T extends HTMLElement>(first = CONTROLS): RefObject<T | null> {
  const place = useRef<T>(null);
  useEffect(() => place.current?.querySelector<HTMLElement>(first)?.focus(), [first]);
  return place;
}
