// The keys of a work list, from anywhere on its screen: J and K walk, X chooses, O opens, Z undoes, and a letter a decision.
import { useEffect, useRef } from 'react';
import { isShortcut } from '../../lib/navigation/key-choice.ts';

export type KeyHandler = (key: string, event: KeyboardEvent) => boolean;

/** `g` and a letter go to another screen: that letter is not for the list. */
const TOGETHER_MS = 1500;

/** The handler says whether the key was one of its own. */
export function useListKeys(handle: KeyHandler): void {
  const latest = useRef(handle);
  latest.current = handle;
  useEffect(() => {
    let wentAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent): void => {
      if (event.shiftKey || !isShortcut(event)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const isSecond = event.timeStamp - wentAt < TOGETHER_MS;
      wentAt = key === 'g' && !isSecond ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (key === 'g' || isSecond) return;
      if (latest.current(key, event)) event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}
