// What the organiser asks of who signs up.
import { useTranslation } from 'react-i18next';
import type { Activity, ActivitySignUpInput } from '../../api/schema.d.ts';
import { Field } from '../../components/form/field.tsx';
import type { FormValue } from '../../components/form/form-context.ts';

export const answersOf = (
  value: FormValue,
  questions: Activity['questions'],
): NonNullable<ActivitySignUpInput['answers']> =>
  questions.flatMap(({ text: question }, at) => {
    const answer = String(value[`answers.${at}`] ?? '').trim();
    return answer === '' ? [] : [{ question, answer }];
  });

export function SignUpQuestions({ questions }: { questions: Activity['questions'] }) {
  const { t } = useTranslation('activity-sign-up');
  return questions.map(({ text, kind, options, isRequired }, at) => {
    const same = { name: `answers.${at}`, label: text, rules: { required: isRequired } };
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
