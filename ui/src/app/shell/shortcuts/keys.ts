// Waits for a key that may be a shortcut; what shortcuts do comes with the first of them.
import { signal } from '@preact/signals-react';

export const isKeyListOpen = signal(false);

const FIRST_KEYS = ['/', '?', 'g'];

/** Listens until the answer is called. */
export function followKeys(): () => void {
  let shortcuts: Promise<typeof import('./shortcuts.ts')> | undefined;
  const handleKey = (event: KeyboardEvent): void => {
    if (!shortcuts && !FIRST_KEYS.includes(event.key)) return;
    // Firefox would search the text of the page.
    if (!shortcuts && event.key === '/' && event.target === document.body) event.preventDefault();
    shortcuts ??= import('./shortcuts.ts');
    void shortcuts.then(({ press }) => press(event));
  };
  addEventListener('keydown', handleKey);
  return () => removeEventListener('keydown', handleKey);
}
