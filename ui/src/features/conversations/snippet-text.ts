// Placeholders of saved answers, `{{voornaam}}`, and what they become in a conversation. Pure.
import type { Conversation } from '../../api/conversation-calls.ts';
import { firstWord, isTeam } from './names.ts';

export const PLACEHOLDERS = ['voornaam', 'vacature', 'organisatie', 'mijn_naam'] as const;
export type Placeholder = (typeof PLACEHOLDERS)[number];

export type PlaceholderValues = Partial<Record<Placeholder, string>>;

export const codeOf = (name: Placeholder): string => `{{${name}}}`;

const ABOUT_A_VACANCY: readonly string[] = ['applications', 'vacancies', 'volunteer_profile_replies'];

interface Writer {
  firstName: string;
  organizationName: string;
}

export function valuesOf(
  conversation: Conversation,
  { firstName, organizationName }: Writer,
): PlaceholderValues {
  const { aboutType, aboutTitle, otherSide, otherName } = conversation;
  return {
    voornaam: isTeam({ side: otherSide }) ? otherName : firstWord(otherName),
    vacature: ABOUT_A_VACANCY.includes(aboutType) ? aboutTitle : '',
    organisatie: organizationName,
    mijn_naam: firstName,
  };
}

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
