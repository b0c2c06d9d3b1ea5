// What applicants are asked besides their message.
import { useTranslation } from 'react-i18next';
import { Field } from '../../../components/form/field.tsx';
import { useFieldValue } from '../../../components/form/form-context.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { RepeatedGroups } from './repeated-groups.tsx';
import {
  KINDS,
  OPTION_LENGTH,
  OPTIONS_AT_LEAST,
  OPTIONS_AT_MOST,
  optionsOf,
  QUESTIONS,
} from './vacancy-questions.ts';

export function QuestionsCard() {
  const { t } = useTranslation('vacancy-steps');
  return (
    <FormCard title={t('ask.title')}>
      <p className="soft">{t('ask.lead', { most: QUESTIONS.atMost })}</p>
      <RepeatedGroups
        {...QUESTIONS}
        addLabel={t('ask.add')}
        removeLabel={(number) => t('ask.remove', { number })}
      >
        {(prefix) => <QuestionFields prefix={prefix} />}
      </RepeatedGroups>
    </FormCard>
  );
}

function QuestionFields({ prefix }: { prefix: string }) {
  const { t } = useTranslation('vacancy-steps');
  const isChoice = useFieldValue(`${prefix}.kind`) === 'choice';
  return (
    <>
      <Field
        name={`${prefix}.text`}
        label={t('ask.text')}
        hint={t('ask.textHint')}
        rules={{ required: true, minLength: 3, maxLength: 200 }}
      />
      <Field
        name={`${prefix}.kind`}
        kind="radio"
        label={t('ask.kind')}
        rules={{ required: true }}
        choices={KINDS.map((value) => ({ value, label: t(`ask.kinds.${value}`) }))}
      />
      {isChoice ? (
        <Field
          name={`${prefix}.options`}
          kind="textarea"
          rows={4}
          label={t('ask.options')}
          hint={t('ask.optionsHint')}
          rules={{ required: true }}
          check={(value) => {
            const options = optionsOf(value);
            if (options.length < OPTIONS_AT_LEAST) return t('ask.tooFew');
            if (options.length > OPTIONS_AT_MOST) return t('ask.tooMany', { most: OPTIONS_AT_MOST });
            if (options.some((option) => [...option].length > OPTION_LENGTH))
              return t('ask.tooLong', { most: OPTION_LENGTH });
            return new Set(options.map((option) => option.toLowerCase())).size < options.length
              ? t('ask.twice')
              : null;
          }}
        />
      ) : null}
      <Field name={`${prefix}.isRequired`} kind="checkbox" label={t('ask.required')} />
    </>
  );
}
