/** An answer as one line: options behind each other, `yes` for a box that is ticked. */
export function answerText(value: unknown, yes: string): string {
  if (value === true) return yes;
  if (Array.isArray(value)) return value.map(String).join(', ');
  return value === null || value === undefined || value === false ? '' : String(value);
}
