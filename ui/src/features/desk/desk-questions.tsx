// What a vacancy or an activity asks of who comes, as fields of a form.
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/form/field.tsx';
import type { FormValue } from '../../components/form/form-context.ts';

export interface Question {
  text: string;
  kind: string;
  options: readonly string[];
  isRequired: boolean;
}

const nameAt = (at: number): string => `answers.${at}`;

/** The answers that were given, each with the number of its question. */
export const answersIn = (value: FormValue, questions: readonly Question[]) =>
  questions.flatMap((_, at) => {
    const answer = String(value[nameAt(at)] ?? '').trim();
    return answer === '' ? [] : [{ at, answer }];
  });

export function DeskQuestions({
  questions,
  isOptional,
}: {
  questions: readonly Question[];
  /** For a vacancy a question may stay open at the desk. */
  isOptional: boolean;
}) {
  const { t } = useTranslation('desk');
  return questions.map(({ text, kind, options, isRequired }, at) => {
    const same = { name: nameAt(at), label: text, rules: { required: isRequired && !isOptional } };
    if (kind === 'text') return <Field key={text} {...same} kind="textarea" rows={2} />;
    const choices =
      kind === 'yes_no'
        ? [
            { value: 'yes', label: t('yes') },
            { value: 'no', label: t('no') },
          ]
        : options.map((option) => ({ value: option, label: option }));
    return <Field key={text} {...same} kind="radio" choices={choices} />;
  });
}
