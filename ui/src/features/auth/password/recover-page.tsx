// Forgot your password: we send a link. The answer is the same whether there is an account or not.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { askPasswordReset } from '../../../lib/session/account.ts';
import { useSignInPath } from '../../../lib/session/sign-in-path.ts';
import { typedEmail } from '../typed-email.ts';

export default function RecoverPage() {
  const { t } = useTranslation('auth');
  const signIn = useSignInPath();
  const [sentTo, setSentTo] = useState<string | null>(null);

  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    await askPasswordReset(email);
    typedEmail.value = email;
    setSentTo(email);
  }

  if (sentTo !== null) {
    return (
      <QuestionPanel icon="mail" title={t('recover.sentTitle')} focus>
        <p>{t('recover.sentText', { email: sentTo })}</p>
        <p className="soft">{t('recover.sentNone')}</p>
        <Button onClick={() => setSentTo(null)}>{t('recover.again')}</Button>
        <p>
          <AppLink href={signIn}>{t('recover.back')}</AppLink>
        </p>
      </QuestionPanel>
    );
  }
  return (
    <QuestionPanel icon="key" title={t('recover.title')}>
      <p>{t('recover.lead')}</p>
      <Form
        of="POST /auth/password"
        onSubmit={handleSubmit}
        value={{ email: typedEmail.peek() }}
        label={t('recover.title')}
      >
        <Field name="email" kind="email" label={t('email')} autoComplete="username" />
        <SubmitButton large>{t('recover.submit')}</SubmitButton>
      </Form>
      <p>
        <AppLink href={signIn}>{t('recover.back')}</AppLink>
      </p>
    </QuestionPanel>
  );
}
