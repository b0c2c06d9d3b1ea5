// What is asked of who applies or signs up, between the form and the wire. Pure.
import type { FormValue } from '../form-context.ts';
import { countGroups } from '../repeated-groups.tsx';
import type { FieldValue } from '../rules.ts';

interface Question {
  id: string | null;
  position: number;
  text: string;
  kind: 'text' | 'yes_no' | 'choice';
  options: readonly string[];
  isRequired: boolean;
}

/** As the server takes it: without an id it is a new one. */
export type SentQuestion = Omit<Question, 'id'> & { id?: string };

export const KINDS = ['text', 'yes_no', 'choice'] as const satisfies readonly Question['kind'][];
export const OPTIONS_AT_LEAST = 2;
export const OPTIONS_AT_MOST = 8;
export const OPTION_LENGTH = 80;

export const QUESTIONS = {
  name: 'questions',
  fields: ['text', 'options'],
  along: ['id', 'kind', 'isRequired'],
  start: { kind: 'text' } as Readonly<Record<string, FieldValue>>,
  atMost: 5,
};

/** One a line; empty lines mean nothing. */
export const optionsOf = (value: FieldValue): string[] =>
  (typeof value === 'string' ? value : '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter(Boolean);

export function questionsToForm(questions: readonly Partial<Question>[]): FormValue {
  return Object.fromEntries(
    questions.flatMap(({ id, text, kind, options, isRequired }, at) => [
      [`questions.${at}.id`, id ?? ''],
      [`questions.${at}.text`, text ?? ''],
      [`questions.${at}.kind`, kind ?? 'text'],
      [`questions.${at}.options`, (options ?? []).join('\n')],
      [`questions.${at}.isRequired`, isRequired === true],
    ]),
  );
}

export function questionsOf(value: FormValue): SentQuestion[] {
  return Array.from({ length: countGroups(value, QUESTIONS) }, (_, position) => {
    const of = (field: string): FieldValue => value[`questions.${position}.${field}`] ?? null;
    const kind = KINDS.find((each) => each === of('kind')) ?? 'text';
    const [id, text] = [of('id'), of('text')];
    return {
      ...(typeof id === 'string' && id !== '' ? { id } : {}),
      position,
      text: typeof text === 'string' ? text.trim() : '',
      kind,
      options: kind === 'choice' ? optionsOf(of('options')) : [],
      isRequired: of('isRequired') === true,
    };
  });
}

/** A question that was saved meanwhile is the same one, not a new one beside it. */
export function withKnownIds(
  questions: readonly SentQuestion[],
  saved: readonly SentQuestion[],
): SentQuestion[] {
  const taken = new Set(questions.flatMap(({ id }) => id ?? []));
  return questions.map((question) => {
    if (question.id !== undefined) return question;
    const same = saved.find(({ id, text }) => id !== undefined && !taken.has(id) && text === question.text);
    if (same?.id === undefined) return question;
    taken.add(same.id);
    return { id: same.id, ...question };
  });
}
