// Which organisation it is: name, registration, website, what they do.
import { useTranslation } from 'react-i18next';
import { Field } from '../../components/form/field.tsx';
import { useFieldValue } from '../../components/form/form-context.ts';
import { isWebAddress, kvkDigits } from './signup/signup-values.ts';

export interface RegistrationFieldsProps {
  /** Whoever fills it in speaks of another organisation than their own. */
  isForOther?: boolean;
}

export function RegistrationFields({ isForOther = false }: RegistrationFieldsProps) {
  const { t } = useTranslation('organizations');
  const of = isForOther ? 'other' : 'signup';
  const registration = useFieldValue('registration');
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t(`${of}.nameHint`)} autoComplete="organization" />
      <Field
        name="registration"
        kind="radio"
        label={t(`${of}.registration`)}
        rules={{ required: true }}
        choices={[
          { value: 'kvk', label: t('signup.registered'), hint: t('signup.registeredHint') },
          { value: 'initiative', label: t(`${of}.initiative`), hint: t('signup.initiativeHint') },
        ]}
      />
      {registration === 'kvk' ? (
        <Field
          name="kvkNumber"
          label={t('field.kvkNumber')}
          hint={t('signup.kvkHint')}
          rules={{ required: true }}
          narrow
          check={(value) => (/^\d{8}$/.test(kvkDigits(String(value ?? ''))) ? null : t('signup.kvkWrong'))}
        />
      ) : null}
      <Field
        name="website"
        label={t('field.website')}
        hint={t('signup.websiteHint')}
        autoComplete="url"
        check={(value) => (!value || isWebAddress(String(value)) ? null : t('signup.websiteWrong'))}
      />
      <Field
        name="description"
        kind="textarea"
        label={t(isForOther ? 'other.description' : 'field.description')}
        hint={t('signup.descriptionHint')}
        rows={5}
      />
    </>
  );
}
