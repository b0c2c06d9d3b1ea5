// What a template or an example left to be filled in: `[naam]`, `….`, "Vertel hier …". Asked about before it goes online.
// The server refuses the same (`src/resources/vacancy/template_text.rs`). Pure.

const LEFT: readonly RegExp[] = [
  // Between brackets, and no link nor `[m/v]`.
  /\[(?![mvfxdw](?:\/[mvfxdw])*\])[^\]\n]{2,80}\](?!\()/gi,
  /\b(?:vul|schrijf|vertel|zeg|noem) hier\b[^.!?\n]{0,80}/gi,
  /\bhier komt (?:de|het|een|je|jullie)\b[^.!?\n]{0,60}/gi,
  /\b(?:fill in|write|say|describe) (?:it |this )?here\b[^.!?\n]{0,80}/gi,
  /\blorem ipsum\b/gi,
  /\bX{3,}\b|_{3,}|\.{4,}|…{2,}/g,
];

const TEXTS = ['title', 'summary', 'description', 'schedule', 'requirements', 'offer', 'expenses'] as const;
export type TextName = (typeof TEXTS)[number];

export interface LeftOver {
  name: TextName;
  /** As it stands there. */
  text: string;
}

type Texts = Readonly<Partial<Record<TextName, string | readonly string[] | null>>>;

const plain = (value: string | readonly string[] | null | undefined): string =>
  (typeof value === 'string' ? value : (value ?? []).join('\n'))
    .replace(/<[^>]*>/g, '\n')
    .replace(/&nbsp;/g, ' ');

export function leftOvers(vacancy: Texts): readonly LeftOver[] {
  return TEXTS.flatMap((name) => {
    const text = plain(vacancy[name]);
    const found = LEFT.flatMap((pattern) => [...text.matchAll(pattern)].map(([whole]) => whole.trim()));
    return [...new Set(found)].slice(0, 5).map((each) => ({ name, text: each }));
  });
}
