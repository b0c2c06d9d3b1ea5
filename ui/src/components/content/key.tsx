// A key beside what it does: a reminder for the eyes, no control.
export function Key({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{children}</kbd>
    </span>
  );
}
