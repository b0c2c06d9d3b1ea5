// After signing up: open your mail, and what happens next.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/layout/stepper.css';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { NextStep } from '../../../components/content/application-parts.tsx';
import { CheckList } from '../../../components/content/practical-list.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { askConfirmation } from '../../../lib/session/account.ts';
import { ResendConfirmation } from '../resend-confirmation.tsx';
import { typedEmail, typedGuardian } from '../typed-email.ts';

export default function SignUpSuccessPage() {
  const { t } = useTranslation('auth');
  const email = typedEmail.value;
  const guardian = typedGuardian.value;
  return (
    <>
      <PageTitle title={t('success.title')} description={t('success.lead')} />
      <div className="form-layout">
        <div className="stack">
          <NextStep
            title={t('success.mailTitle')}
            actions={
              <ButtonLink href="/vacancies/search" variant="primary" icon="search">
                {t('success.search')}
              </ButtonLink>
            }
          >
            <p>{email ? t('success.mailTo', { email }) : t('success.mail')}</p>
          </NextStep>
          <Card title={t('success.nextTitle')} className="stack">
            <CheckList
              lines={[
                t('success.next1'),
                ...(guardian ? [t('success.nextGuardian', { email: guardian })] : []),
                t('success.next2'),
                t('success.next3'),
              ]}
            />
          </Card>
        </div>
        <aside aria-label={t('success.noMailTitle')}>
          <Card title={t('success.noMailTitle')} className="stack">
            <p className="soft">{t('success.noMail')}</p>
            {email ? <ResendConfirmation email={email} /> : <ResendToAddress />}
          </Card>
        </aside>
      </div>
    </>
  );
}

/** After a reload we no longer know which address it was. */
function ResendToAddress() {
  const { t } = useTranslation('auth');
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null) return <p role="status">{t('resend.sent', { email: sentTo })}</p>;
  return (
    <Form
      of="POST /auth/confirmation"
      onSubmit={async (value) => {
        const email = String(value.email ?? '').trim();
        await askConfirmation(email);
        setSentTo(email);
      }}
      label={t('resend.button')}
    >
      <Field name="email" kind="email" label={t('email')} />
      <SubmitButton plain>{t('resend.button')}</SubmitButton>
    </Form>
  );
}
