// A key beside what it does: a reminder for the eyes, no control.
/** Keys that have a name. */
export const ENTER = 'Enter';
export const ESCAPE = 'Esc';
export const COMMAND = 'Ctrl K';

export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{children}</kbd>
    </span>
  );
}
