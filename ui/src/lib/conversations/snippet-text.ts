// Placeholders of saved answers, `{{voornaam}}`, and what they become in a message. Pure.

export const PLACEHOLDERS = ['voornaam', 'vacature', 'organisatie', 'mijn_naam'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type PlaceholderValues = Partial<Record<Placeholder, string>>;

export const codeOf = (name: Placeholder): string => `{{${name}}}`;

export interface SnippetPart {
  text: string;
  /** Filled in, or a placeholder that nothing is known for. */
  kind: 'text' | 'filled' | 'open';
}

const CODE = /\{\{\s*([a-z_]+)\s*\}\}/g;

/** The text in parts. What is not known stays as it was written, for the writer to see. */
export function partsOf(text: string, values: PlaceholderValues): readonly SnippetPart[] {
  const parts: SnippetPart[] = [];
  let from = 0;
  for (const found of text.matchAll(CODE)) {
    const value = values[found[1] as Placeholder];
    if (found.index > from) parts.push({ text: text.slice(from, found.index), kind: 'text' });
    parts.push(value ? { text: value, kind: 'filled' } : { text: found[0], kind: 'open' });
    from = found.index + found[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), kind: 'text' });
  return parts;
}

export const filled = (text: string, values: PlaceholderValues): string =>
  partsOf(text, values)
    .map((part) => part.text)
    .join('');

/** The first placeholder that nothing was filled in for. */
export const openPlaceholder = (text: string): string | null =>
  partsOf(text, {}).find(({ kind }) => kind === 'open')?.text ?? null;

const SHOWN_OF_TITLE = 60;

/** Its first line. */
export function snippetTitle(text: string): string {
  const line = text.trim().split('\n')[0] ?? '';
  return line.length > SHOWN_OF_TITLE ? `${line.slice(0, SHOWN_OF_TITLE - 1)}…` : line;
}
