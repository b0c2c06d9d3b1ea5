// What a reviewer would say of the text in hand, asked of the server a moment after the last key.
import { signal } from '@preact/signals-react';
import { send } from '../../../../api/requests.ts';
import { STAFF_CALLS, type VacancyWords, type WritingHint } from '../../../../api/staff-calls.ts';
import type { FormValue } from '../../../../components/form/form-context.ts';

const PAUSE_MS = 700;

export const writingHints = signal<readonly WritingHint[]>([]);

let asked = '';
let timer: ReturnType<typeof setTimeout> | undefined;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Requirements are written a line each. */
const linesOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map(String)
    : text(value)
        .split('\n')
        .filter((line) => line.trim() !== '');

export function wordsOf(value: FormValue): VacancyWords {
  return {
    title: text(value.title),
    summary: text(value.summary),
    description: text(value.description),
    requirements: linesOf(value.requirements),
    offer: text(value.offer),
    expenses: text(value.expenses),
  };
}

/** Asks once for one text, whoever shows its hints. Beside the work: without an answer nothing is said. */
export function askWritingHints(words: VacancyWords): void {
  const key = JSON.stringify(words);
  if (key === asked) return;
  asked = key;
  clearTimeout(timer);
  if (Object.values(words).every((part) => part.length === 0)) {
    writingHints.value = [];
    return;
  }
  timer = setTimeout(async () => {
    try {
      const { meta } = await send(STAFF_CALLS.writingHints, { body: words });
      if (key === asked) writingHints.value = meta.hints ?? [];
    } catch {
      if (key === asked) asked = '';
    }
  }, PAUSE_MS);
}

export function forgetWritingHints(): void {
  clearTimeout(timer);
  asked = '';
  writingHints.value = [];
}

/** The text with the sentence replaced; of rich text the paragraph or item that has it, whatever its markup. */
export function withReplacement(field: string, written: string, hint: WritingHint): string {
  const { passage, replacement } = hint;
  if (field !== 'description') return written.replace(passage, () => replacement);
  const page = new DOMParser().parseFromString(written, 'text/html');
  for (const block of page.body.querySelectorAll('p, li, h2, h3, h4')) {
    const said = block.textContent ?? '';
    if (!said.includes(passage)) continue;
    const part = [...block.childNodes].find((node) => node.textContent?.includes(passage)) ?? block;
    part.textContent = (part.textContent ?? '').replace(passage, () => replacement);
    return page.body.innerHTML;
  }
  return page.body.textContent?.includes(passage) ? written.replace(passage, () => replacement) : written;
}
