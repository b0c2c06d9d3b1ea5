// Somebody was invited: they say who they are, choose a password, and are in.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Invitation } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { ButtonLink } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { AcceptTerms } from '../../components/form/controls/accept-terms.tsx';
import { Field } from '../../components/form/field.tsx';
import { FieldPair, Form, SubmitButton } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { NewPasswordField } from '../../components/password/new-password-field.tsx';
import { addToast } from '../../lib/feedback/toasts.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { currentUser, isSignedIn } from '../../lib/session/session.ts';
import { signIn, signOut } from '../../lib/session/sign-in.ts';
import { startPath } from '../../lib/session/start-path.ts';
import { resultOf } from './confirm.ts';
import { acceptInvitation, loadInvitation } from './invitation.ts';

type Shown =
  | { kind: 'loading' | 'failed' | 'done' }
  | { kind: 'open'; invitation: Invitation }
  | { kind: 'expired' | 'used' | 'invalid' };

/** What the link is worth, when it is not the way there that failed. */
function brokenOf(thrown: unknown): Shown {
  const { kind } = resultOf(thrown);
  return { kind: kind === 'closed' || kind === 'refused' || kind === 'age' ? 'invalid' : kind };
}

export function InvitationPanel({ token }: { token: string }) {
  const { t } = useTranslation('confirm');
  const [shown, setShown] = useState<Shown>({ kind: 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again.
  useEffect(() => {
    setShown({ kind: 'loading' });
    loadInvitation(token).then(
      (invitation) => setShown(invitation ? { kind: 'open', invitation } : { kind: 'invalid' }),
      (thrown: unknown) => setShown(brokenOf(thrown)),
    );
  }, [token, tries]);

  if (shown.kind === 'loading') {
    return (
      <QuestionPanel icon="mail" title={t('invitation.title')}>
        <p role="status">{t('invitation.loading')}</p>
      </QuestionPanel>
    );
  }
  if (shown.kind === 'failed') {
    return (
      <QuestionPanel icon="mail" title={t('invitation.title')}>
        <LoadProblem message={t('failed')} onRetry={() => setTries(tries + 1)} />
      </QuestionPanel>
    );
  }
  if (shown.kind === 'open') {
    return (
      <InvitationForm
        token={token}
        invitation={shown.invitation}
        onDone={() => setShown({ kind: 'done' })}
        onBroken={setShown}
      />
    );
  }
  const isIn = shown.kind === 'done' || shown.kind === 'used';
  return (
    <QuestionPanel icon={isIn ? 'check' : 'clock'} title={t(`invitation.${shown.kind}_title`)} focus>
      <p>{t(`invitation.${shown.kind}_text`)}</p>
      <ButtonLink variant="primary" large href={isIn ? '/auth/login-1' : '/'}>
        {t(`invitation.${shown.kind}_action`)}
      </ButtonLink>
    </QuestionPanel>
  );
}

interface InvitationFormProps {
  token: string;
  invitation: Invitation;
  onDone: () => void;
  onBroken: (shown: Shown) => void;
}

function InvitationForm({ token, invitation, onDone, onBroken }: InvitationFormProps) {
  const { t } = useTranslation('confirm');
  const { email, centerName, invitedBy, organizationName } = invitation;

  async function handleSubmit(value: FormValue) {
    const password = String(value.password ?? '');
    try {
      await acceptInvitation(token, {
        firstName: String(value.firstName ?? '').trim(),
        lastName: String(value.lastName ?? '').trim(),
        password,
        acceptTerms: value.acceptTerms === true,
      });
    } catch (thrown) {
      const isGone = thrown instanceof ApiError && [404, 410].includes(thrown.statusCode);
      if (!isGone) throw thrown;
      onBroken(brokenOf(thrown));
      return;
    }
    // They have just typed it: nobody has to type it twice. A second step asks for itself.
    try {
      if (isSignedIn.peek()) await signOut();
      await signIn(email, password);
    } catch {
      onDone();
      return;
    }
    navigateTo(startPath(), { replace: true });
    addToast({ title: t('invitation.welcome'), message: t('invitation.welcomeText'), color: 'success' });
  }

  return (
    <QuestionPanel icon="mail" title={t('invitation.title')} focus>
      <p>
        {t(organizationName ? 'invitation.text_organization' : 'invitation.text', {
          centre: centerName,
          organisation: organizationName ?? '',
          by: invitedBy ?? centerName,
        })}
      </p>
      {isSignedIn.value && currentUser.value ? (
        <Notice tone="warning">{t('invitation.somebodyElse', { name: currentUser.value.fullName })}</Notice>
      ) : null}
      <Form
        of="POST /invitations/accept"
        value={{
          email,
          firstName: invitation.firstName ?? '',
          lastName: invitation.lastName ?? '',
        }}
        onSubmit={handleSubmit}
        label={t('invitation.title')}
      >
        <Field
          name="email"
          kind="email"
          label={t('invitation.email')}
          rules={{ required: true }}
          autoComplete="username"
          disabled
        />
        <FieldPair>
          <Field name="firstName" label={t('invitation.firstName')} autoComplete="given-name" />
          <Field name="lastName" label={t('invitation.lastName')} autoComplete="family-name" />
        </FieldPair>
        <NewPasswordField name="password" own={['firstName', 'lastName', 'email']} known={[centerName]} />
        <AcceptTerms />
        <SubmitButton large>{t('invitation.submit')}</SubmitButton>
      </Form>
    </QuestionPanel>
  );
}
