// What makes a text easy to read, said while it is typed: one remark per field, the most useful first. Pure.
import WORDS from './plain-words.json' with { type: 'json' };

export type Language = 'nl' | 'en';

export interface Remark {
  /** 'good' says what is well; 'better' what would help. */
  tone: 'good' | 'better';
  /** Key of the sentence: 'title.long'. */
  key: string;
  count?: number;
  /** Hard words with their plain ones, in the order of the text. */
  swaps?: readonly Swap[];
}

export interface Swap {
  hard: string;
  plain: string;
}

export const GOOD_TITLE = 60;
export const GOOD_TEXT = { least: 150, most: 2000 } as const;
/** Words of a sentence that most people read without going back. */
const LONG_SENTENCE = 20;

const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Whole words only, whatever their capitals. */
const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}(?![\\p{L}\\p{N}])`, 'iu');

export function hardWords(text: string, language: Language, most = 4): Swap[] {
  const found = Object.entries(WORDS[language])
    .map(([hard, plain]) => ({ hard, plain, at: text.search(wholeWord(hard)) }))
    .filter(({ at }) => at >= 0)
    .sort((one, other) => one.at - other.at);
  return found.slice(0, most).map(({ hard, plain }) => ({ hard, plain }));
}

/** A capital at the start of a sentence stays one. */
export function replaceWord(text: string, { hard, plain }: Swap): string {
  return text.replace(new RegExp(wholeWord(hard).source, 'giu'), (found) =>
    found[0] === found[0]?.toUpperCase() ? plain.charAt(0).toUpperCase() + plain.slice(1) : plain,
  );
}

const sentencesOf = (text: string): string[] =>
  text
    .split(/[.!?]+(?:\s|$)|\n+/)
    .map((sentence) => sentence.trim())
    .filter(Boolean);

const wordsIn = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** Syllables are groups of vowels: near enough to compare texts. */
const syllablesIn = (word: string): number => word.match(/[aeiouyáéíóúëïöü]+/gi)?.length ?? 1;

/** Whether the text reads at about B1: short sentences, and few words of four syllables and more. */
export function isPlain(text: string): boolean {
  const sentences = sentencesOf(text);
  const words = text.split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const long = words.filter((word) => syllablesIn(word) >= 4).length / words.length;
  return words.length / Math.max(1, sentences.length) <= 16 && long <= 0.08;
}

const CAPITALS = /\p{Lu}{4,}/u;

export function titleRemark(title: string, language: Language): Remark | null {
  const text = title.trim();
  const length = [...text].length;
  if (length < 5) return null;
  if (length > GOOD_TITLE) return { tone: 'better', key: 'title.long', count: GOOD_TITLE };
  if (/!{1,}|\?{2,}/.test(text) || CAPITALS.test(text)) return { tone: 'better', key: 'title.loud' };
  if (/^(vrijwilliger|volunteer)s?\b/i.test(text)) return { tone: 'better', key: 'title.volunteer' };
  const swaps = hardWords(text, language);
  if (swaps.length > 0) return { tone: 'better', key: 'words', count: swaps.length, swaps };
  return { tone: 'good', key: 'title.good' };
}

export function textRemark(text: string, language: Language): Remark | null {
  const plain = text.trim();
  const length = [...plain].length;
  if (length < 30) return null;
  const swaps = hardWords(plain, language);
  if (swaps.length > 0) return { tone: 'better', key: 'words', count: swaps.length, swaps };
  const longest = Math.max(...sentencesOf(plain).map(wordsIn));
  if (longest > LONG_SENTENCE) return { tone: 'better', key: 'text.sentence', count: longest };
  if (length < GOOD_TEXT.least) return { tone: 'better', key: 'text.short' };
  if (length > GOOD_TEXT.most) return { tone: 'better', key: 'text.long' };
  if (!isPlain(plain)) return { tone: 'better', key: 'text.hard' };
  if (!(language === 'nl' ? /\b(je|jij|jouw)\b/i : /\b(you|your)\b/i).test(plain)) {
    return { tone: 'better', key: 'text.you' };
  }
  return { tone: 'good', key: 'text.good' };
}

export function offerRemark(offer: string, expenses: string): Remark | null {
  const all = `${offer} ${expenses}`.toLowerCase();
  if (offer.trim().length < 3) return { tone: 'better', key: 'offer.empty' };
  if (!/verzeker|insur/.test(all)) return { tone: 'better', key: 'offer.insurance' };
  if (!/onkosten|reiskosten|vergoed|expenses|travel/.test(all))
    return { tone: 'better', key: 'offer.expenses' };
  return { tone: 'good', key: 'offer.good' };
}
