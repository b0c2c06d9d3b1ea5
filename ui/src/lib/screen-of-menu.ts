// Screens that belong to an entry of the menu: whoever has no such entry is told that the screen is not theirs.
import { useEffect } from 'react';
import { forbidden, showError } from './errors.ts';
import { menu, sessionStatus } from './session.ts';

/** Whether the reader may be here. The server decides once more about every row. */
export function useScreenOfMenu(entry: string): boolean {
  const isKnown = sessionStatus.value === 'success';
  const isOffered = menu.value.includes(entry);
  useEffect(() => {
    if (isKnown && !isOffered) showError(forbidden());
  }, [isKnown, isOffered]);
  return isOffered;
}
