// How I sign in: my address, which changes by a letter to the new one, and my password.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button } from '../../../components/actions/button.tsx';
import { MailStopNotice } from '../../../components/feedback/mail-stop-notice.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { Card } from '../../../components/layout/card.tsx';
import { CurrentPasswordField } from '../../../components/password/current-password-field.tsx';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../../lib/locale/time.ts';
import { setPassword } from '../../../lib/session/account.ts';
import { type MailTry, tryMailAgain } from '../../../lib/session/mail-stop.ts';
import { currentUser, reloadSession } from '../../../lib/session/session.ts';
import { AccountFrame } from '../account-frame.tsx';
import { askEmail, withdrawEmail } from '../own-account.ts';
import { OwnOnly } from '../own-only.tsx';

export default function EmailPage() {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="email" title={t('email.title')} description={t('email.description')}>
      <OwnOnly title={t('email.address')}>
        <EmailCard />
      </OwnOnly>
      <OwnOnly title={t('password.title')}>
        <PasswordCard />
      </OwnOnly>
    </AccountFrame>
  );
}

function EmailCard() {
  const { t } = useTranslation('account');
  const [round, setRound] = useState(0);
  const me = currentUser.value;

  async function handleSubmit(value: FormValue) {
    const email = String(value.email ?? '').trim();
    await askEmail(email, String(value.currentPassword ?? ''));
    setRound((times) => times + 1);
    addToast({ title: t('email.asked'), message: t('email.askedText', { email }), color: 'success' });
  }

  return (
    <Card title={t('email.address')} className="stack">
      <p>
        {t('email.now')} <strong>{me?.email}</strong>
      </p>
      <MailStop />
      {me?.unconfirmedEmail ? <Pending email={me.unconfirmedEmail} /> : null}
      <Form key={round} of="PUT /current_user/email" onSubmit={handleSubmit} label={t('email.change')}>
        <Field
          name="email"
          kind="email"
          label={t('email.new')}
          hint={t('email.newHint')}
          autoComplete="email"
          check={(value) =>
            String(value ?? '')
              .trim()
              .toLowerCase() === me?.email?.toLowerCase()
              ? t('email.same')
              : null
          }
        />
        <CurrentPasswordField hint={t('email.passwordHint')} />
        <SubmitButton plain>{t('email.submit')}</SubmitButton>
      </Form>
    </Card>
  );
}

/** Mail to the address that holds comes back. */
function MailStop() {
  const { t } = useTranslation('mail-stop');
  const me = currentUser.value;
  if (!me?.mailStoppedAt) return null;

  async function handleTry(user: NonNullable<typeof me>): Promise<MailTry> {
    const outcome = await tryMailAgain(user);
    if (outcome === 'arrived')
      addToast({ title: t('arrived.title'), message: t('arrived.own'), color: 'success' });
    await reloadSession();
    return outcome;
  }

  return (
    <MailStopNotice
      whose="own"
      email={me.email ?? ''}
      last={formatDateTime(me.mailStoppedAt)}
      onTry={() => handleTry(me)}
    />
  );
}

/** The new address does not hold yet. */
function Pending({ email }: { email: string }) {
  const { t } = useTranslation('account');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);

  async function handleWithdraw() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await withdrawEmail();
      addToast({ title: t('email.withdrawn'), color: 'success' });
    } catch {
      setHasFailed(true);
      setIsBusy(false);
    }
  }

  return (
    <Notice tone="warning" icon="mail">
      <p>
        <strong>{t('email.pending', { email })}</strong>
      </p>
      <p>{t('email.pendingText')}</p>
      {hasFailed ? <p role="alert">{t('failed')}</p> : null}
      <p>
        <Button small busy={isBusy} onClick={() => void handleWithdraw()}>
          {t('email.withdraw')}
        </Button>
      </p>
    </Notice>
  );
}

function PasswordCard() {
  const { t } = useTranslation('account');
  const [round, setRound] = useState(0);
  const me = currentUser.value;

  async function handleSubmit(value: FormValue) {
    await setPassword({
      password: String(value.password ?? ''),
      currentPassword: String(value.currentPassword ?? ''),
    });
    setRound((times) => times + 1);
    addToast({ title: t('password.changed'), message: t('password.changedText'), color: 'success' });
  }

  return (
    <Card title={t('password.title')} className="stack">
      <p>{t('password.text')}</p>
      <Form key={round} of="PUT /auth/password" onSubmit={handleSubmit} label={t('password.title')}>
        <CurrentPasswordField />
        <NewPasswordField
          name="password"
          label={t('password.new')}
          person={me ? [me.firstName, me.lastName, me.email] : []}
          known={[appName.value]}
        />
        <SubmitButton plain>{t('password.submit')}</SubmitButton>
      </Form>
      <p className="soft">
        <AppLink href="/auth/recover">{t('password.forgotten')}</AppLink>
      </p>
    </Card>
  );
}
