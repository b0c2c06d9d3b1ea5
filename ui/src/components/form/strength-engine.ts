// How hard a password is to guess, by the words and patterns people use. Heavy: fetched when somebody begins to type
// one. The server decides; this says it while typing.
import { type OptionsDictionary, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary as common, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
import type { About, Judged } from './password-strength.ts';

/** What the server asks for. */
const GOOD = 3;
/** Shorter parts of a name, and of an address (`info@`), are in too many good passwords. As the server has it. */
const SHORTEST_NAME = 4;
const SHORTEST_OF_ADDRESS = 5;

/** Shorter words are parts of too many others. As the server has it. */
const SHORTEST_WORD = 5;

let dictionary: OptionsDictionary = common;
/** What the server takes for one word: a well-known password, and a Dutch word. Never more than it knows. */
let single = new Set((common['passwords-common'] ?? []).map(String));
let engine = new ZxcvbnFactory({ dictionary, graphs });

/** Words of a language come after the engine, each in a file of its own. */
export async function addWords(load: () => Promise<OptionsDictionary>): Promise<void> {
  const more = await load();
  // Of these names are the lists of Dutch only.
  const words = [...(more.commonWords ?? []), ...(more.wikipedia ?? [])].map(String);
  if (words.length > 0)
    single = new Set([...single, ...words.filter((word) => [...word].length >= SHORTEST_WORD)]);
  dictionary = { ...dictionary, ...more };
  engine = new ZxcvbnFactory({ dictionary, graphs });
}

export function judge(password: string, about: About): Judged {
  const own = ownWords(about.own);
  const known = [...about.own, ...about.known].flatMap((text) => [text.toLowerCase(), ...pieces(text)]);
  const { score, feedback } = engine.check(password, [...own, ...known.filter(Boolean)]);
  const lower = password.toLowerCase();
  // However long it is: the server refuses it.
  if (own.some((word) => lower.includes(word)))
    return { score: Math.min(score, GOOD - 1), why: 'userInputs' };
  if (isOneWord(lower)) return { score: Math.min(score, GOOD - 1), why: 'wordByItself' };
  return { score, why: score < GOOD ? feedback.warning : null };
}

/** One word with signs and digits around it, or written twice. As the server has it. */
function isOneWord(lower: string): boolean {
  const core = [...lower.replace(/^\P{L}+|\P{L}+$/gu, '')];
  const half = core.slice(0, Math.floor(core.length / 2)).join('');
  const rest = core.slice(Math.floor(core.length / 2)).join('');
  return single.has(half === rest ? half : core.join(''));
}

/** What of a name or an address may not be in the password at all. */
export function ownWords(own: readonly string[]): string[] {
  const words = own.flatMap((text) => {
    const [name = '', host] = text.split('@');
    const shortest = host === undefined ? SHORTEST_NAME : SHORTEST_OF_ADDRESS;
    return [name.toLowerCase().trim(), ...pieces(name)].filter((word) => [...word].length >= shortest);
  });
  return [...new Set(words)];
}

const pieces = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
