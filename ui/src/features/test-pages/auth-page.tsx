// The session as the server tells it: who, since when, until when, and the second step.
import { useTranslation } from 'react-i18next';
import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import { useCall, useResourceList } from '../../api/hooks.ts';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Card } from '../../components/layout/card.tsx';
import { formatDateTime } from '../../lib/locale/time.ts';
import {
  currentUser,
  impersonation,
  isSignedIn,
  reloadSession,
  sessionStatus,
} from '../../lib/session/session.ts';
import { SIGN_OUT_PATH } from '../../lib/session/sign-in-path.ts';
import { Facts, TestPage, useYesNo } from './test-page.tsx';

export default function AuthPage() {
  const { t } = useTranslation('test-pages');
  const yesNo = useYesNo();
  const sessions = useResourceList('sessions');
  const factor = useCall(ACCOUNT_CALLS.secondFactor, {});
  const mine = sessions.items.find((each) => each.isCurrent);
  const second = factor.data?.item;
  const by = impersonation.value;

  async function handleAgain() {
    await Promise.all([reloadSession(), sessions.refresh(), factor.refresh()]);
  }

  return (
    <TestPage name="auth">
      <Card title={t('auth.state')} className="stack">
        <Facts
          facts={[
            [t('auth.signedIn'), yesNo(isSignedIn.value)],
            [t('auth.as'), currentUser.value?.email],
            [t('auth.status'), <code key="status">{sessionStatus.value}</code>],
            [
              t('auth.impersonation'),
              by ? t('auth.by', { name: by.by, until: formatDateTime(by.until) }) : yesNo(false),
            ],
          ]}
        />
        <ButtonRow>
          <Button icon="refresh" onClick={() => void handleAgain()}>
            {t('auth.again')}
          </Button>
          <ButtonLink href={SIGN_OUT_PATH} icon="sign-out">
            {t('auth.signOut')}
          </ButtonLink>
        </ButtonRow>
      </Card>
      <Card title={t('auth.session')} className="stack">
        {sessions.status === 'error' ? (
          <LoadProblem onRetry={() => void sessions.refresh()} />
        ) : mine ? (
          <Facts
            facts={[
              [t('auth.device'), mine.device],
              [t('auth.since'), formatDateTime(mine.createdAt)],
              [t('auth.used'), formatDateTime(mine.usedAt)],
              [t('auth.ends'), formatDateTime(mine.expiresAt)],
              [t('auth.elsewhere'), String(sessions.items.length - 1)],
            ]}
          />
        ) : (
          <RowSkeletons count={2} />
        )}
      </Card>
      <Card title={t('auth.second')} className="stack">
        {factor.status === 'error' ? (
          <LoadProblem onRetry={() => void factor.refresh()} />
        ) : second ? (
          <Facts
            facts={[
              [t('auth.required'), yesNo(second.required)],
              [t('auth.isSetUp'), yesNo(second.isSetUp)],
              [t('auth.verified'), yesNo(second.isVerified)],
              [t('auth.totp'), yesNo(second.totp)],
              [t('auth.passkeys'), String(second.passkeys.length)],
              [t('auth.codes'), String(second.recoveryCodesLeft)],
            ]}
          />
        ) : (
          <RowSkeletons count={2} />
        )}
      </Card>
    </TestPage>
  );
}
