// The fields of each step of signing up an organisation.
import { useTranslation } from 'react-i18next';
import { Notice } from '../../../components/feedback/notice.tsx';
import { AcceptTerms } from '../../../components/form/controls/accept-terms.tsx';
import { AddressFields } from '../../../components/form/controls/address-fields.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { currentUser } from '../../../lib/session/session.ts';
import { RegistrationFields } from '../registration-fields.tsx';
import type { StepKey } from './signup-values.ts';

export function StepFields({ step }: { step: StepKey }) {
  if (step === 'organization') return <RegistrationFields />;
  return step === 'address' ? <AddressStep /> : <ContactStep />;
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
