// Home was tried from the error screen and the error is still there: the next press loads the whole page.
import { signal } from '@preact/signals-react';

export const isHomeTried = signal(false);

/** A route that ends on a page has nothing to do with an earlier error. */
export function forgetHomeTried(): void {
  isHomeTried.value = false;
}
