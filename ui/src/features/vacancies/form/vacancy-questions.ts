// Questions for applicants, between the form and the wire. Pure.
import type { Vacancy } from '../../../api/schema.d.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import type { FieldValue } from '../../../components/form/rules.ts';
import { countGroups } from './repeated-groups.tsx';

type Question = Vacancy['questions'][number];
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
