// A volunteer makes an account. The response does not tell whether the address has an account, so the
// next screen always points to the mailbox.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import { CALLS } from '../../../api/calls.ts';
import { send } from '../../../api/requests.ts';
import type { RegistrationInput } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { AcceptTerms } from '../../../components/form/controls/accept-terms.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { appName, centre } from '../../../lib/centre/centre.ts';
import { isYounger } from '../../../lib/locale/age.ts';
import { language } from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useSignInPath } from '../../../lib/session/sign-in-path.ts';
import { typedEmail, typedGuardian } from '../typed-email.ts';

export function signUpAttributes(value: FormValue): RegistrationInput {
  const text = (name: string): string => String(value[name] ?? '').trim();
  return {
    firstName: text('firstName'),
    lastName: text('lastName'),
    email: text('email'),
    ...(text('phoneNumber') ? { phoneNumber: text('phoneNumber') } : {}),
    ...(text('birthDate') ? { birthDate: text('birthDate') } : {}),
    ...(text('birthDate') && text('guardianEmail') ? { guardianEmail: text('guardianEmail') } : {}),
    password: String(value.password ?? ''),
    passwordConfirmation: String(value.password ?? ''),
    acceptTerms: value.acceptTerms === true,
    locale: language.peek(),
  };
}

export default function SignUpPage() {
  const { t } = useTranslation('auth');
  const signIn = useSignInPath();
  const [isYoung, setIsYoung] = useState(false);
  const minimumAge = centre.value?.minimumAge ?? 16;

  async function handleSubmit(value: FormValue) {
    await send(CALLS.signUp, { body: signUpAttributes(value) });
    typedEmail.value = String(value.email).trim();
    typedGuardian.value = isYoung ? String(value.guardianEmail ?? '').trim() : '';
    navigateTo('/signup/success');
  }

  return (
    <>
      <PageTitle title={t('signUp.title')} description={t('signUp.lead')} />
      <div className="form-layout">
        <Card>
          <Form
            of="registrations"
            onChange={(value) => setIsYoung(isYounger(String(value.birthDate ?? ''), minimumAge))}
            onSubmit={handleSubmit}
            label={t('signUp.title')}
          >
            <FieldPair>
              <Field name="firstName" label={t('firstName')} autoComplete="given-name" />
              <Field name="lastName" label={t('lastName')} autoComplete="family-name" />
            </FieldPair>
            <Field name="email" kind="email" label={t('email')} hint={t('signUp.emailHint')} />
            <NewPasswordField
              name="password"
              own={['firstName', 'lastName', 'email']}
              known={[appName.value]}
            />
            <Field name="phoneNumber" kind="tel" label={t('phone')} hint={t('signUp.phoneHint')} />
            <Field
              name="birthDate"
              kind="date"
              label={t('signUp.birthDate')}
              hint={t('signUp.birthDateHint', { age: minimumAge })}
              autoComplete="bday"
            />
            {isYoung ? (
              <Field
                name="guardianEmail"
                kind="email"
                label={t('signUp.guardian')}
                hint={t('signUp.guardianHint', { age: minimumAge })}
                rules={{ required: true }}
                autoComplete="off"
              />
            ) : null}
            <AcceptTerms />
            <SubmitButton large>{t('signUp.submit')}</SubmitButton>
          </Form>
        </Card>
        <aside className="stack" aria-label={t('signUp.whyTitle')}>
          <Card title={t('signUp.whyTitle')} className="stack">
            <CheckList lines={[t('signUp.why1'), t('signUp.why2'), t('signUp.why3')]} />
          </Card>
          <p className="soft">
            {t('signUp.have')} <AppLink href={signIn}>{t('signUp.signIn')}</AppLink>
          </p>
        </aside>
      </div>
    </>
  );
}
