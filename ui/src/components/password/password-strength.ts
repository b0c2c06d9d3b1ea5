// How hard a password is to guess, in a word, and what would help. What it needs is fetched when somebody is about to
// type one: nobody else has to wait for it. The server decides.
import { signal } from '@preact/signals-react';
import { loadWords } from '../../lib/locale/i18n.ts';

export const PASSWORD_LENGTH = 12;
export const PASSWORD_LONGEST = 128;

export type Strength = 'empty' | 'short' | 'unknown' | 'weak' | 'good' | 'strong';

export interface Judged {
  /** 0 to 4; from 3 it will do. */
  score: number;
  /** In password.json: 'why.…'. Null when it will do, or when there is nothing to say besides. */
  why: string | null;
}

export interface Told extends Judged {
  strength: Strength;
}

/** Whose password it is to be: what a guesser would try first. */
export interface About {
  /** Names and addresses of the person: may not be in it. */
  own: readonly string[];
  /** What stands on the page, such as the centre's name: makes it easier to guess. */
  known: readonly string[];
}

type Judge = (password: string, about: About) => Judged;

/** Null until the engine is there. A new one when it has learnt more words. */
export const judge = signal<Judge | null>(null);

let loading: Promise<void> | null = null;

/** Fetches the engine, its words and what it says. Without a connection nothing is said, and nothing breaks. */
export function loadStrength(): Promise<void> {
  loading ??= fetchStrength().catch(() => {
    loading = null;
  });
  return loading;
}

async function fetchStrength(): Promise<void> {
  const [engine] = await Promise.all([import('./strength-engine.ts'), loadWords(['password'])]);
  const tell = (): void => {
    judge.value = (password, about) => engine.judge(password, about);
  };
  tell();
  await engine.addWords(async () => (await import('./strength-words-nl.ts')).words);
  tell();
  await engine.addWords(async () => (await import('./strength-words-en.ts')).words);
  tell();
}

export function strengthOf(password: string, about: About): Told {
  const length = [...password].length;
  if (length === 0) return { strength: 'empty', score: 0, why: null };
  const judged = judge.value?.(password, about);
  const told = judged ?? { score: 0, why: null };
  if (length < PASSWORD_LENGTH) return { ...told, strength: 'short' };
  if (!judged) return { ...told, strength: 'unknown' };
  return { ...told, strength: judged.score < 3 ? 'weak' : judged.score === 3 ? 'good' : 'strong' };
}

export const missingSigns = (password: string): number => PASSWORD_LENGTH - [...password].length;
