// In which language somebody wrote, by the commonest words; Dutch where they do not tell. The server's `locale.rs`
// decides the same.
import { type Language, language } from './language.ts';

const ENGLISH = new Set(['the', 'and', 'you', 'with', 'your', 'for', 'to', 'of']);
const DUTCH = new Set(['de', 'het', 'een', 'je', 'en', 'met', 'van', 'voor']);

export function languageOf(text: string): Language {
  const words = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  const count = (list: Set<string>): number => words.filter((word) => list.has(word)).length;
  return count(ENGLISH) > count(DUTCH) ? 'en' : 'nl';
}

/** The language of texts that are in another than their reader's, for `lang`. */
export function foreignOf(...texts: readonly (string | null | undefined)[]): Language | undefined {
  const text = texts.filter(Boolean).join(' ');
  const own = languageOf(text);
  return text.trim() && own !== language.value ? own : undefined;
}
