// How hard a password is to guess, by the words and patterns people use. Heavy: fetched when somebody begins to type
// one. The server decides; this says it while typing.
import { type OptionsDictionary, ZxcvbnFactory } from '@zxcvbn-ts/core';
import { dictionary as common, adjacencyGraphs as graphs } from '@zxcvbn-ts/language-common';
import { type About, type Judged, PASSWORD_LONGEST } from './password-strength.ts';

/** What the server asks for. */
const GOOD = 3;
/** Shorter parts of a name, and of an address (`info@`), are in too many good passwords. As the server has it. */
const SHORTEST_NAME = 4;
const SHORTEST_OF_ADDRESS = 5;

/** So many signs are estimated at a time: what it costs grows with the third power of them. As the server has it. */
const ESTIMATED = 32;
/** So many ways to read signs as letters (`p@$$w0rd`) are tried. */
const SUBSTITUTIONS = 16;
/** Of a name or an address no more is compared. */
const LONGEST_NAME = 254;

/** Shorter words are parts of too many others. As the server has it. */
const SHORTEST_WORD = 5;

let dictionary: OptionsDictionary = common;
/** What the server takes for one word: a well-known password, and a Dutch word. Never more than it knows. */
let single = new Set((common['passwords-common'] ?? []).map(String));
let engine = new ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: SUBSTITUTIONS });

/** Words of a language come after the engine, each in a file of its own. */
export async function addWords(load: () => Promise<OptionsDictionary>): Promise<void> {
  const more = await load();
  // Of these names are the lists of Dutch only.
  const words = [...(more.commonWords ?? []), ...(more.wikipedia ?? [])].map(String);
  if (words.length > 0)
    single = new Set([...single, ...words.filter((word) => [...word].length >= SHORTEST_WORD)]);
  dictionary = { ...dictionary, ...more };
  engine = new ZxcvbnFactory({ dictionary, graphs, l33tMaxSubstitutions: SUBSTITUTIONS });
}

export function judge(typed: string, about: About): Judged {
  // What is longer is refused; what it would cost to look at it is not.
  const password = [...typed.slice(0, 2 * PASSWORD_LONGEST)].slice(0, PASSWORD_LONGEST).join('');
  const own = ownWords(about.own.map(start));
  const known = [...about.own, ...about.known]
    .map(start)
    .flatMap((text) => [text.toLowerCase(), ...pieces(text)]);
  const { score, feedback } = estimate(password, [...own, ...known.filter(Boolean)]);
  const lower = password.toLowerCase();
  // However long it is: the server refuses it.
  if (own.some((word) => lower.includes(word)))
    return { score: Math.min(score, GOOD - 1), why: 'userInputs' };
  if (isOneWord(lower)) return { score: Math.min(score, GOOD - 1), why: 'wordByItself' };
  return { score, why: score < GOOD ? feedback.warning : null };
}

/** The better of its beginning and its end: no password becomes easier by what stands beside it. */
function estimate(password: string, words: string[]) {
  const signs = [...password];
  const check = (part: string[]) => engine.check(part.join(''), words);
  const beginning = check(signs.slice(0, ESTIMATED));
  if (beginning.score >= GOOD || signs.length <= ESTIMATED) return beginning;
  const end = check(signs.slice(-ESTIMATED));
  return end.score > beginning.score ? end : beginning;
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

const start = (text: string): string => text.slice(0, LONGEST_NAME);

const pieces = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
