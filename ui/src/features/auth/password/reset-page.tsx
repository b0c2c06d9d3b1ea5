// A new password: by the link of a letter, or for who is signed in and knows the old one.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { ApiError } from '../../../api/client.ts';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { CurrentPasswordField } from '../../../components/password/current-password-field.tsx';
import { NewPasswordField } from '../../../components/password/new-password-field.tsx';
import { appName } from '../../../lib/centre/centre.ts';
import { checkPasswordLink, setPassword } from '../../../lib/session/account.ts';
import { currentUser, isSignedIn } from '../../../lib/session/session.ts';

type Outcome = 'done' | 'changed' | 'expired' | 'used' | 'invalid';

export default function ResetPage() {
  const { t } = useTranslation('auth');
  const { search } = useLocation();
  const params = new URLSearchParams(search);
  const token = params.get('token')?.trim() || null;
  // Comes from confirming an address for which several forms were filled in.
  const isFirst = token !== null && params.has('first');
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // Before anybody thinks up a password. What cannot be asked now is said when it is sent.
  useEffect(() => {
    if (token === null) return;
    checkPasswordLink(token).then(
      (link) => {
        if (link === 'used' || link === 'expired') setOutcome((known) => known ?? link);
      },
      () => undefined,
    );
  }, [token]);

  async function handleSubmit(value: FormValue) {
    try {
      await setPassword({
        password: String(value.password ?? ''),
        resetPasswordToken: token,
        currentPassword: String(value.currentPassword ?? ''),
      });
      setOutcome(token ? 'done' : 'changed');
    } catch (thrown) {
      const broken = token ? brokenLink(thrown) : null;
      if (!broken) throw thrown;
      setOutcome(broken);
    }
  }

  if (outcome === 'done' || outcome === 'changed') {
    const words = isFirst ? 'first' : outcome;
    return (
      <QuestionPanel icon="check" title={t(isFirst ? 'reset.firstDone' : 'reset.doneTitle')} focus>
        <p>{t(`reset.${words}Text`)}</p>
        <ButtonLink variant="primary" large href={outcome === 'done' ? '/auth/login-1' : '/'}>
          {t(`reset.${outcome}Action`)}
        </ButtonLink>
      </QuestionPanel>
    );
  }
  if (outcome || (!token && !isSignedIn.value)) {
    const name = outcome ?? 'missing';
    return (
      <QuestionPanel
        icon={name === 'expired' ? 'clock' : 'link'}
        title={t(`reset.${name}Title`)}
        focus={outcome !== null}
      >
        <p>{t(`reset.${name}Text`)}</p>
        <ButtonLink variant="primary" large href="/auth/recover">
          {t('reset.askNew')}
        </ButtonLink>
      </QuestionPanel>
    );
  }
  const me = currentUser.value;
  const person = me && !token ? [me.firstName, me.lastName, me.email] : [];
  return (
    <QuestionPanel
      icon="lock"
      title={t(isFirst ? 'reset.firstTitle' : token ? 'reset.title' : 'reset.changeTitle')}
    >
      <p>{t(isFirst ? 'reset.firstLead' : token ? 'reset.lead' : 'reset.changeLead')}</p>
      <Form of="PUT /auth/password" onSubmit={handleSubmit} label={t('reset.title')}>
        {token ? null : <CurrentPasswordField />}
        <NewPasswordField
          name="password"
          label={t('reset.newPassword')}
          person={person}
          known={[appName.value]}
        />
        <SubmitButton large>{t('reset.submit')}</SubmitButton>
      </Form>
    </QuestionPanel>
  );
}

/** What the server says of the link itself; everything else is about the password that was typed. */
function brokenLink(thrown: unknown): Outcome | null {
  if (!(thrown instanceof ApiError)) return null;
  if (thrown.hasCode('link_used')) return 'used';
  if (thrown.hasCode('link_expired') || thrown.statusCode === 410) return 'expired';
  const isAboutToken = thrown.problems.some((problem) => problem.field === 'resetPasswordToken');
  return isAboutToken || [401, 404].includes(thrown.statusCode) ? 'invalid' : null;
}
