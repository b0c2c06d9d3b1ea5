// What the organisation asks of who applies. Each question is a field of the form.

import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { Field } from '../../../components/form/field.tsx';
import { answerName } from './answers.ts';

/** `isOptional`: at a desk a question can stay open. */
export function QuestionFields({ vacancy, isOptional = false }: { vacancy: Vacancy; isOptional?: boolean }) {
  const { t } = useTranslation('apply');
  return vacancy.questions.map(({ id, text, kind, options, isRequired }) => {
    const rules = { required: isRequired && !isOptional };
    const name = answerName(id ?? '');
    if (kind === 'text')
      return (
        <Field
          key={id}
          name={name}
          kind="textarea"
          rows={2}
          label={text}
          rules={{ ...rules, maxLength: 1000 }}
        />
      );
    const choices =
      kind === 'yes_no'
        ? [
            { value: 'yes', label: t('answer.yes') },
            { value: 'no', label: t('answer.no') },
          ]
        : options.map((option) => ({ value: option, label: option }));
    return <Field key={id} name={name} kind="radio" label={text} choices={choices} rules={rules} />;
  });
}
