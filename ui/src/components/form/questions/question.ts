// A question as it is shown to who fills in a form, and whether it is shown at all. The server decides the same.
import type { FormValue } from '../form-context.ts';
import type { FieldValue } from '../rules.ts';

export const QUESTION_TYPES = [
  'text',
  'multiple_choice',
  'checkbox',
  'date',
  'time',
  'number',
  'email',
  'phone',
  'url',
  'info_section',
] as const;

export type QuestionType = (typeof QUESTION_TYPES)[number];

export interface Question {
  id?: string | null | undefined;
  key: string;
  text: string;
  textEn?: string | null | undefined;
  hint?: string | null | undefined;
  hintEn?: string | null | undefined;
  questionType: QuestionType;
  required: boolean;
  longAnswer: boolean;
  options: readonly string[];
  optionsEn: readonly string[];
  showIfKey?: string | null | undefined;
  showIfOperator?: 'is' | 'is_not' | 'filled' | null | undefined;
  showIfValue?: string | null | undefined;
  isHidden: boolean;
}

/** The name of its field in the form. */
export const fieldName = (question: Question): string => `answers.${question.id ?? question.key}`;

/** The text in the reader's language, else in Dutch. */
export function spoken(
  locale: string,
  dutch: string | null | undefined,
  english: string | null | undefined,
): string {
  return (locale === 'en' && english) || dutch || '';
}

export function isFilled(value: FieldValue | undefined): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return value !== undefined && value !== null && value !== '' && value !== false;
}

function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (!isFilled(value)) return [];
  return Array.isArray(value) ? value.map(String) : [String(value)];
}

/** The questions that are shown with these answers, in their order. */
export function shownQuestions(questions: readonly Question[], value: FormValue): readonly Question[] {
  const given = new Map<string, readonly string[]>();
  return questions.filter((question) => {
    if (question.isHidden) return false;
    const earlier = question.showIfKey ? (given.get(question.showIfKey) ?? []) : null;
    const wanted = question.showIfValue ?? '';
    const isShown =
      earlier === null ||
      (question.showIfOperator === 'is'
        ? earlier.includes(wanted)
        : question.showIfOperator === 'is_not'
          ? !earlier.includes(wanted)
          : earlier.length > 0);
    if (isShown) given.set(question.key, valuesOf(value[fieldName(question)]));
    return isShown;
  });
}
