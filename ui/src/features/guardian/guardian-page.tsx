// A parent or guardian reads what somebody young wants, and says yes or no. Opening the link answers nothing.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import './guardian.css';
import type { GuardianQuestion } from '../../api/calls.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { CheckList } from '../../components/content/practical-list.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import { formatDate } from '../../lib/locale/time.ts';
import { loadQuestion, problemOf, sayAnswer } from './guardian.ts';

type Shown =
  | { kind: 'loading' | 'failed' | 'expired' | 'used' | 'invalid' }
  | { kind: 'open'; question: GuardianQuestion }
  | { kind: 'yes' | 'no' | 'taken'; name: string };

export default function GuardianPage() {
  const { search } = useLocation();
  const token = new URLSearchParams(search).get('token')?.trim() ?? '';
  return <Answering key={token} token={token} />;
}

function Answering({ token }: { token: string }) {
  const { t } = useTranslation('guardian');
  const [shown, setShown] = useState<Shown>({ kind: token === '' ? 'invalid' : 'loading' });
  const [tries, setTries] = useState(0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new try asks again.
  useEffect(() => {
    if (token === '') return;
    setShown({ kind: 'loading' });
    loadQuestion(token).then(
      (question) => setShown(question ? { kind: 'open', question } : { kind: 'invalid' }),
      (thrown: unknown) => setShown({ kind: problemOf(thrown) }),
    );
  }, [token, tries]);

  if (shown.kind === 'loading') {
    return (
      <QuestionPanel icon="people" title={t('title')}>
        <p role="status">{t('loading')}</p>
      </QuestionPanel>
    );
  }
  if (shown.kind === 'failed') {
    return (
      <QuestionPanel icon="people" title={t('title')}>
        <LoadProblem message={t('failed')} onRetry={() => setTries(tries + 1)} />
      </QuestionPanel>
    );
  }
  if (shown.kind === 'open' && shown.question.isGiven)
    return <Given token={token} question={shown.question} onShown={setShown} />;
  if (shown.kind === 'open') return <Question token={token} question={shown.question} onShown={setShown} />;
  const name = 'name' in shown ? shown.name : '';
  const isAnswered = ['yes', 'used', 'no', 'taken'].includes(shown.kind);
  return (
    <QuestionPanel icon={isAnswered ? 'check' : 'clock'} title={t(`${shown.kind}_title`, { name })} focus>
      <p>{t(`${shown.kind}_text`, { name })}</p>
      <ButtonLink href="/">{t('home')}</ButtonLink>
    </QuestionPanel>
  );
}

/** A yes that was given, and can be taken back. */
function Given({ token, question, onShown }: QuestionProps) {
  const { t } = useTranslation('guardian');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const name = `${question.firstName} ${question.lastName}`.trim();

  async function handleTakeBack() {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await sayAnswer(token, false);
      onShown({ kind: 'taken', name: question.firstName });
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem === 'failed') setHasFailed(true);
      else onShown({ kind: problem });
      setIsBusy(false);
    }
  }

  if (!isAsked) {
    return (
      <QuestionPanel icon="check" title={t('given_title')} focus>
        <p>{t('given_text', { name, centre: question.centerName })}</p>
        <p className="soft">{t('given_what')}</p>
        <div className="guardian-answers">
          <Button large onClick={() => setIsAsked(true)}>
            {t('take_back')}
          </Button>
        </div>
      </QuestionPanel>
    );
  }
  return (
    <QuestionPanel icon="people" title={t('take_back_sure_title')} focus>
      <p>{t('take_back_sure_text', { name })}</p>
      {hasFailed ? (
        <Notice tone="danger" live>
          <p>{t('failed')}</p>
        </Notice>
      ) : null}
      <div className="guardian-answers">
        <Button variant="danger" large busy={isBusy} onClick={() => void handleTakeBack()}>
          {t('take_back_sure')}
        </Button>
        <ButtonLink href="/">{t('keep')}</ButtonLink>
      </div>
    </QuestionPanel>
  );
}

interface QuestionProps {
  token: string;
  question: GuardianQuestion;
  onShown: (shown: Shown) => void;
}

function Question({ token, question, onShown }: QuestionProps) {
  const { t } = useTranslation('guardian');
  const [isBusy, setIsBusy] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [isAsked, setIsAsked] = useState(false);
  const name = question.firstName;
  const fullName = `${question.firstName} ${question.lastName}`.trim();

  async function handleAnswer(isGiven: boolean) {
    setIsBusy(true);
    setHasFailed(false);
    try {
      await sayAnswer(token, isGiven);
      onShown({ kind: isGiven ? 'yes' : 'no', name });
    } catch (thrown) {
      const problem = problemOf(thrown);
      if (problem === 'failed') setHasFailed(true);
      else onShown({ kind: problem });
      setIsBusy(false);
    }
  }

  const failure = hasFailed ? (
    <Notice tone="danger" live>
      <p>{t('failed')}</p>
    </Notice>
  ) : null;
  if (isAsked) {
    return (
      <QuestionPanel icon="trash" title={t('sureTitle')} focus>
        <p>{t('sureText', { name: fullName })}</p>
        {failure}
        <div className="guardian-answers">
          <Button variant="danger" large busy={isBusy} onClick={() => void handleAnswer(false)}>
            {t('sure')}
          </Button>
          <Button onClick={() => setIsAsked(false)}>{t('back')}</Button>
        </div>
      </QuestionPanel>
    );
  }
  return (
    <QuestionPanel icon="people" title={t('title')} focus>
      <p>{t('text', { name: fullName, centre: question.centerName, age: question.minimumAge })}</p>
      <div className="guardian-what stack">
        <p>
          <b>{t('whatTitle', { name })}</b>
        </p>
        <CheckList lines={[t('what1'), t('what2'), t('what3')]} />
        <p>
          {t('poolNot', { name })} {t('ifNo')}
        </p>
      </div>
      {failure}
      <div className="guardian-answers">
        <Button variant="primary" large busy={isBusy} onClick={() => void handleAnswer(true)}>
          {t('yes', { name })}
        </Button>
        <Button large onClick={() => setIsAsked(true)}>
          {t('no')}
        </Button>
      </div>
      <p className="soft">{t('until', { date: formatDate(question.expiresAt) })}</p>
    </QuestionPanel>
  );
}
