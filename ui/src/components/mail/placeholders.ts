// Placeholders in the text of a mail: where they stand, which are not known and what was probably meant, and what
// happens to the text when one is put in or replaced. Reads a text as src/mail/text_override.rs does. Pure.

/** A placeholder or a condition in a text. */
export interface Tag {
  /** With single spaces, as the server names it. */
  name: string;
  from: number;
  to: number;
}

const ENDS: Readonly<Record<string, string>> = { '{{': '}}', '{%': '%}', '{#': '#}' };

/** One that is not closed goes on to the end of the text. */
export function tagsIn(text: string): Tag[] {
  const found: Tag[] = [];
  for (let from = text.indexOf('{'); from !== -1; ) {
    const start = text.slice(from, from + 2);
    const end = ENDS[start];
    if (end === undefined) {
      from = text.indexOf('{', from + 1);
      continue;
    }
    const at = text.indexOf(end, from + 2);
    const to = at === -1 ? text.length : at + 2;
    const raw = text.slice(from, to);
    const name = at === -1 ? raw : `${start} ${raw.slice(2, -2).trim()} ${end}`;
    found.push({ name: name.split(/\s+/).join(' '), from, to });
    from = text.indexOf('{', to);
  }
  return found;
}

/** `{{ … }}`, of which the reader gets the value. */
export const isSlot = (name: string): boolean => name.startsWith('{{');

/** What stands between the braces. */
export const insideOf = (name: string): string => name.replace(/^\{[{%#]\s*|\s*[}%#]\}$/g, '');

/** `{{ vacancy.title|upper }}` → `vacancy.title`. */
const pathIn = (name: string): string => /[a-z_]\w*(?:\.\w+)*/i.exec(insideOf(name))?.[0] ?? '';

/** By which its words are found: `vacancy_title`. */
export const slotKey = (name: string): string => pathIn(name).replaceAll('.', '_');

/** The value it is made of: `vacancy`. */
export const valueName = (name: string): string => pathIn(name).split('.')[0] ?? '';

/** Names of the values that a text uses, in placeholders and in conditions. */
export function valuesIn(text: string): ReadonlySet<string> {
  const inside = tagsIn(text).map(({ name }) => insideOf(name).replaceAll(/"[^"]*"|'[^']*'/g, ' '));
  return new Set(inside.flatMap((each) => each.match(/[a-z_]\w*/gi) ?? []));
}

export type PieceKind = 'text' | 'slot' | 'logic' | 'unknown';

export interface Piece {
  kind: PieceKind;
  text: string;
}

/** The whole text in pieces, for what is drawn beneath it. */
export function piecesOf(text: string, known: ReadonlySet<string>): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  const add = (kind: PieceKind, to: number): void => {
    if (to > at) pieces.push({ kind, text: text.slice(at, to) });
    at = to;
  };
  for (const { name, from, to } of tagsIn(text)) {
    add('text', from);
    add(known.has(name) ? (isSlot(name) ? 'slot' : 'logic') : 'unknown', to);
  }
  add('text', text.length);
  return pieces;
}

const CONDITION = /^\{% (if|elif|else|endif|for|endfor)\b/;

/** A line as it usually reads: of a condition the part that holds otherwise, of a list nothing. */
export function usualPieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  /** Of each open condition: whether what comes now is read. */
  const open: boolean[] = [];
  let at = 0;
  const add = (kind: PieceKind, piece: string): void => {
    if (piece !== '' && open.every(Boolean)) pieces.push({ kind, text: piece });
  };
  for (const { name, from, to } of tagsIn(text)) {
    add('text', text.slice(at, from));
    at = to;
    const word = CONDITION.exec(name)?.[1];
    if (word === 'if' || word === 'for') open.push(false);
    else if (word === 'else') open[open.length - 1] = true;
    else if (word === 'elif') open[open.length - 1] = false;
    else if (word) open.pop();
    else if (isSlot(name)) add('slot', name);
  }
  add('text', text.slice(at));
  return pieces;
}

/** How many letters differ (Levenshtein). */
export function distance(one: string, other: string): number {
  let before = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const now = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const changed = (before[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      now.push(Math.min(changed, (before[j] ?? 0) + 1, (now[j - 1] ?? 0) + 1));
    }
    before = now;
  }
  return before[other.length] ?? 0;
}

/** Of more letters than this part that differ, it is another word. */
const LIKE = 0.5;

const letters = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\d]/gu, '');

/** What was probably meant by a placeholder that is not known: like it by its own name, or by what people call it. */
export function nearest(
  name: string,
  known: readonly string[],
  labelOf: (name: string) => string,
): string | null {
  const typed = letters(insideOf(name));
  if (typed === '') return null;
  const scored = known
    .filter((each) => each.slice(0, 2) === name.slice(0, 2))
    .map((each) => {
      const names = isSlot(each)
        ? [letters(insideOf(each)), letters(labelOf(each))]
        : [letters(insideOf(each))];
      const parts = names.map((own) => distance(typed, own) / Math.max(typed.length, own.length, 1));
      return { each, score: Math.min(...parts) };
    });
  const [best] = scored.sort((one, other) => one.score - other.score);
  return best && best.score <= LIKE ? best.each : null;
}

/** Every one of that name becomes something else. */
export function withReplaced(text: string, name: string, next: string): string {
  return tagsIn(text)
    .filter((tag) => tag.name === name)
    .reduceRight((whole, { from, to }) => whole.slice(0, from) + next + whole.slice(to), text);
}

export interface Selection {
  from: number;
  to: number;
}

export interface Edited {
  text: string;
  selection: Selection;
}

/** Something in the place of what is chosen; the cursor comes behind it. */
export function withInserted(text: string, { from, to }: Selection, piece: string): Edited {
  const end = from + piece.length;
  return { text: text.slice(0, from) + piece + text.slice(to), selection: { from: end, to: end } };
}

export type Markup = 'bold' | 'link' | 'list' | 'quote' | 'button';

/** The markup of mails (src/mail/markup.rs) around what is chosen; what has to be filled in is chosen afterwards. */
export function withMarkup(text: string, { from, to }: Selection, markup: Markup, sample: string): Edited {
  const chosen = text.slice(from, to);
  if (markup === 'list' || markup === 'quote')
    return withLineStarts(text, { from, to }, markup === 'list' ? '- ' : '> ');
  const word = chosen || sample;
  if (markup === 'bold') {
    const edited = withInserted(text, { from, to }, `**${word}**`).text;
    return { text: edited, selection: { from: from + 2, to: from + 2 + word.length } };
  }
  // A link alone on its line is a button.
  const [before, after] = markup === 'button' ? aloneOnLine(text, from, to) : ['', ''];
  const start = from + before.length;
  const edited = withInserted(text, { from, to }, `${before}[${word}](/)${after}`).text;
  const path = start + word.length + 3;
  return { text: edited, selection: { from: path, to: path + 1 } };
}

function aloneOnLine(text: string, from: number, to: number): [string, string] {
  const isStart = from === 0 || text[from - 1] === '\n';
  const isEnd = to === text.length || text[to] === '\n';
  return [isStart ? '' : '\n', isEnd ? '' : '\n'];
}

function withLineStarts(text: string, { from, to }: Selection, start: string): Edited {
  const first = text.lastIndexOf('\n', from - 1) + 1;
  const next = text.indexOf('\n', to);
  const last = next === -1 ? text.length : next;
  const lines = text.slice(first, last).split('\n');
  const areAll = lines.every((line) => line.startsWith(start));
  const changed = lines.map((line) => (areAll ? line.slice(start.length) : start + line)).join('\n');
  return {
    text: text.slice(0, first) + changed + text.slice(last),
    selection: { from: first, to: first + changed.length },
  };
}
