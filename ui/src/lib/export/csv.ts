// A table as a file for office programs, as the server writes one (src/tabular): semicolons, a byte order mark, and no
// cell that would be run as a formula.

/** Text that would be run gets an apostrophe before it. */
function inert(text: string): string {
  const [before = ''] = /^['\s]*/.exec(text) ?? [];
  const isFormula = /^[=+\-@]/.test(text.slice(before.length)) || /[\t\r\n]/.test(before);
  return isFormula ? `'${text}` : text;
}

function cellOf(value: string | number | null): string {
  const text = typeof value === 'number' ? String(value) : inert(value ?? '');
  return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export function csvOf(rows: readonly (readonly (string | number | null)[])[]): string {
  return `\uFEFF${rows.map((row) => row.map(cellOf).join(';')).join('\r\n')}\r\n`;
}

export const csvFile = (text: string): Blob => new Blob([text], { type: 'text/csv;charset=utf-8' });
