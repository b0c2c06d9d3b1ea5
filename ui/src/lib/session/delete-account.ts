// Who just deleted their account: until when there is a way back. Kept for this tab, so that a reload still says it.
import { signal } from '@preact/signals-react';

const KEY = 'voluntr-left';

function read(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const leftUntil = signal<string | null>(read());

export function rememberLeaving(until: string | null): void {
  leftUntil.value = until;
  try {
    if (until === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, until);
  } catch {
    // Closed: it holds until the page is loaded again.
  }
}
