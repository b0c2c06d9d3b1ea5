// Where the links in our mails lead. It asks for a press: what looks through mail opens links too, and must not
// confirm anything.

import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import type { IconName } from '../../components/media/icon.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { SEARCH_PATH } from '../../lib/vacancies/search-url.ts';
import { type ConfirmAnswer, type ConfirmKind, confirm, readLink } from './confirm.ts';
import { InvitationPanel } from './invitation-panel.tsx';

const AnswerPanel = lazy(async () => ({ default: (await import('./answer-panel.tsx')).AnswerPanel }));

export default function ConfirmPage() {
  const { t } = useTranslation('confirm');
  const { search } = useLocation();
  const link = readLink(search);
  if (!link) {
    return (
      <QuestionPanel icon="link" title={t('missing_title')}>
        <p>{t('missing_text')}</p>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </QuestionPanel>
    );
  }
  const { kind, token } = link;
  if (kind === 'answer')
    return (
      <Suspense>
        <AnswerPanel key={token} token={token} />
      </Suspense>
    );
  if (kind === 'invitation') return <InvitationPanel key={token} token={token} />;
  return <Confirming key={token} kind={kind} token={token} />;
}

const ASKING: Record<ConfirmKind, IconName> = {
  account: 'mail',
  application: 'send',
  email: 'mail',
  registered: 'send',
  restore: 'undo',
};

function Confirming({ kind, token }: { kind: ConfirmKind; token: string }) {
  const { t } = useTranslation('confirm');
  const [isBusy, setIsBusy] = useState(false);
  const [result, setResult] = useState<Answered | { kind: 'failed' } | { kind: 'age'; age: number } | null>(
    null,
  );

  async function handleConfirm(ageAtLeast: number | null = null) {
    setIsBusy(true);
    const answer = await confirm({ kind, token }, ageAtLeast);
    // Several people filled in this address: whoever reads its mail chooses the password.
    if (answer.kind === 'password') navigateTo(`/auth/reset?first&token=${encodeURIComponent(token)}`);
    else setResult(answer);
    setIsBusy(false);
  }

  if (result?.kind === 'age') {
    const { age } = result;
    return (
      <QuestionPanel icon="people" title={t('registered.age_title', { age })} focus>
        <p>{t('registered.age_text', { age })}</p>
        <Button variant="primary" large busy={isBusy} onClick={() => void handleConfirm(age)}>
          {t('registered.age_button', { age })}
        </Button>
      </QuestionPanel>
    );
  }
  if (result && result.kind !== 'failed') return <Result kind={kind} result={result} />;
  return (
    <QuestionPanel icon={ASKING[kind]} title={t(`${kind}.title`)}>
      <p>{t(`${kind}.text`)}</p>
      {result ? (
        <Notice tone="danger" live>
          {t('failed')}
        </Notice>
      ) : null}
      <Button variant="primary" large busy={isBusy} onClick={() => void handleConfirm()}>
        {t(`${kind}.button`)}
      </Button>
    </QuestionPanel>
  );
}

type Answered = Exclude<ConfirmAnswer, { kind: 'password' | 'age' }>;

const ICON: Record<Answered['kind'], IconName> = {
  done: 'check',
  school: 'people',
  newcomer: 'mail',
  refused: 'wait',
  used: 'check',
  expired: 'clock',
  closed: 'lock',
  invalid: 'link',
};

const SIGN_IN_PATH = '/auth/login-1';
const SIGN_UP_PATH = '/signup';

/** Where one goes from here. */
function nextOf(kind: ConfirmKind, result: Answered['kind']): string {
  if (result === 'school') return SIGN_IN_PATH;
  if (result === 'newcomer') return SIGN_UP_PATH;
  if (kind === 'registered') return result === 'expired' ? '/' : SIGN_IN_PATH;
  if (kind === 'application') return SEARCH_PATH;
  if (kind === 'email') return result === 'expired' ? '/' : SIGN_IN_PATH;
  if (kind === 'restore') return result === 'expired' ? '/' : SIGN_IN_PATH;
  // The screen after sign-up sends the letter again.
  return result === 'expired' ? '/signup/success' : SIGN_IN_PATH;
}

function Result({ kind, result }: { kind: ConfirmKind; result: Answered }) {
  const { t } = useTranslation('confirm');
  // An account has no vacancy that can close.
  const isInvalid = result.kind === 'invalid' || (kind !== 'application' && result.kind === 'closed');
  if (isInvalid) {
    return (
      <QuestionPanel icon={ICON.invalid} title={t('invalid_title')} focus>
        <p>{t('invalid_text')}</p>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </QuestionPanel>
    );
  }
  if (result.kind === 'refused') {
    return (
      <QuestionPanel icon={ICON.refused} title={t('application.refused_title')} focus>
        <p>{result.reason}</p>
        <ButtonLink variant="primary" large href={SIGN_IN_PATH}>
          {t('application.refused_action')}
        </ButtonLink>
      </QuestionPanel>
    );
  }
  const named = result.kind === 'done' && result.vacancy && result.organisation ? result : null;
  return (
    <QuestionPanel icon={ICON[result.kind]} title={serverWords(t)(`${kind}.${result.kind}_title`)} focus>
      <p>
        {named
          ? t('application.done_text_to', { vacancy: named.vacancy, organisation: named.organisation })
          : serverWords(t)(`${kind}.${result.kind}_text`)}
      </p>
      <ButtonLink variant="primary" large href={nextOf(kind, result.kind)}>
        {serverWords(t)(`${kind}.${result.kind}_action`)}
      </ButtonLink>
    </QuestionPanel>
  );
}
