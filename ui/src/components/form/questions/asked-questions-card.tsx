// What people are asked besides their name, when they apply or sign up.
import { useTranslation } from 'react-i18next';
import { FormCard } from '../../layout/card.tsx';
import { Field } from '../field.tsx';
import { useFieldValue } from '../form-context.ts';
import { RepeatedGroups } from '../repeated-groups.tsx';
import {
  KINDS,
  OPTION_LENGTH,
  OPTIONS_AT_LEAST,
  OPTIONS_AT_MOST,
  optionsOf,
  QUESTIONS,
} from './asked-questions.ts';

export function QuestionsCard({ lead }: { lead: string }) {
  const { t } = useTranslation('ask');
  return (
    <FormCard title={t('title')}>
      <p className="soft">{lead}</p>
      <RepeatedGroups {...QUESTIONS} addLabel={t('add')} removeLabel={(number) => t('remove', { number })}>
        {(prefix) => <QuestionFields prefix={prefix} />}
      </RepeatedGroups>
    </FormCard>
  );
}

function QuestionFields({ prefix }: { prefix: string }) {
  const { t } = useTranslation('ask');
  const isChoice = useFieldValue(`${prefix}.kind`) === 'choice';
  return (
    <>
      <Field
        name={`${prefix}.text`}
        label={t('text')}
        hint={t('textHint')}
        rules={{ required: true, minLength: 3, maxLength: 200 }}
      />
      <Field
        name={`${prefix}.kind`}
        kind="radio"
        label={t('kind')}
        rules={{ required: true }}
        choices={KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
      {isChoice ? (
        <Field
          name={`${prefix}.options`}
          kind="textarea"
          rows={4}
          label={t('options')}
          hint={t('optionsHint')}
          rules={{ required: true }}
          check={(value) => {
            const options = optionsOf(value);
            if (options.length < OPTIONS_AT_LEAST) return t('tooFew');
            if (options.length > OPTIONS_AT_MOST) return t('tooMany', { most: OPTIONS_AT_MOST });
            if (options.some((option) => [...option].length > OPTION_LENGTH))
              return t('tooLong', { most: OPTION_LENGTH });
            return new Set(options.map((option) => option.toLowerCase())).size < options.length
              ? t('twice')
              : null;
          }}
        />
      ) : null}
      <Field name={`${prefix}.isRequired`} kind="checkbox" label={t('required')} />
    </>
  );
}
