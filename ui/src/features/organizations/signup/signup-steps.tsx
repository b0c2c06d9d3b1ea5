// The fields of each step of signing up an organisation.
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { AcceptTerms } from '../../../components/form/controls/accept-terms.tsx';
import { AddressFields } from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import { useFieldValue } from '../../../components/form/form-context.ts';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { currentUser } from '../../../lib/session/session.ts';
import { isWebAddress, kvkDigits, type StepKey } from './signup-values.ts';

export function StepFields({ step }: { step: StepKey }) {
  if (step === 'organization') return <OrganizationStep />;
  return step === 'address' ? <AddressStep /> : <ContactStep />;
}

function OrganizationStep() {
  const { t } = useTranslation('organizations');
  const registration = useFieldValue('registration');
  return (
    <>
      <Field name="name" label={t('field.name')} hint={t('signup.nameHint')} autoComplete="organization" />
      <Field
        name="registration"
        kind="radio"
        label={t('signup.registration')}
        rules={{ required: true }}
        choices={[
          { value: 'kvk', label: t('signup.registered'), hint: t('signup.registeredHint') },
          { value: 'initiative', label: t('signup.initiative'), hint: t('signup.initiativeHint') },
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
        label={t('field.description')}
        hint={t('signup.descriptionHint')}
        rows={5}
      />
    </>
  );
}

function AddressStep() {
  const { t } = useTranslation('organizations');
  return (
    <>
      <p className="soft">{t('signup.addressLead')}</p>
      <AddressFields required />
    </>
  );
}

function ContactStep() {
  const { t } = useTranslation('organizations');
  const me = currentUser.value;
  return (
    <>
      {me ? (
        <Notice>
          <p>
            <strong>{t('signup.youTitle', { name: me.fullName })}</strong>
          </p>
          <p>{t('signup.youText', { email: me.email })}</p>
        </Notice>
      ) : (
        <>
          <p className="soft">{t('signup.contactLead')}</p>
          <FieldPair>
            <Field name="contact.firstName" label={t('field.firstName')} autoComplete="given-name" />
            <Field name="contact.lastName" label={t('field.lastName')} autoComplete="family-name" />
          </FieldPair>
          <Field name="contact.email" kind="email" label={t('field.email')} hint={t('signup.emailHint')} />
          <Field
            name="contact.phoneNumber"
            kind="tel"
            label={t('field.phone')}
            hint={t('signup.phoneHint')}
          />
          <NewPasswordField
            name="contact.password"
            own={['contact.firstName', 'contact.lastName', 'contact.email']}
          />
        </>
      )}
      <AcceptTerms />
    </>
  );
}
