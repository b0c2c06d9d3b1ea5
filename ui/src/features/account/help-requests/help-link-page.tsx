// What somebody asked or offered without an account, by the link of a mail: confirm it, see who answered, say yes or no,
// and end it. Looking takes no step: what looks through mail opens links too.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { HELP_CALLS, type HelpAnswer, type HelpLink } from '../../../api/help-calls.ts';
import { send } from '../../../api/requests.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { TextSkeleton } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { QuestionPanel } from '../../../components/layout/question-panel.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatShortDate } from '../../../lib/locale/time.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { PUBLIC_PATH } from './request-steps.ts';
import '../../../components/form/form.css';
import './help-requests.css';

/** The secret of the link says who it is; a session in this browser is ignored. */
const BY_LINK = { anonymous: true };
const MOST_WORDS = 500;

type Problem = 'expired' | 'used' | 'not_open' | 'failed';

function problemOf(error: unknown): Problem {
  if (!(error instanceof ApiError)) return 'failed';
  if (error.hasCode('link_used')) return 'used';
  if (error.hasCode('account_not_open')) return 'not_open';
  return [404, 410].includes(error.statusCode) ? 'expired' : 'failed';
}

export default function HelpLinkPage() {
  const query = useQuery();
  const confirming = query.get('bevestig');
  const following = query.get('oproep');
  if (confirming) return <Confirming key={confirming} token={confirming} />;
  if (following) return <Following key={following} token={following} />;
  // A link that lost its last part names nothing to ask for.
  return <Gone kind="expired" />;
}

function Confirming({ token }: { token: string }) {
  const { t } = useTranslation('help-link');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<{ kind: Problem; text: string } | null>(null);
  const [found, setFound] = useState<HelpLink | null>(null);

  async function handleConfirm() {
    setIsBusy(true);
    setProblem(null);
    try {
      const { item } = await send(HELP_CALLS.confirm, { body: { token }, ...BY_LINK });
      if (item) setFound(item);
    } catch (error) {
      const kind = problemOf(error);
      const text = error instanceof ApiError ? (error.problems[0]?.detail ?? '') : '';
      setProblem({ kind, text });
    }
    setIsBusy(false);
  }

  if (found) return <Standing found={found} isNew onChange={setFound} />;
  if (problem && (problem.kind === 'expired' || problem.kind === 'used')) return <Gone kind={problem.kind} />;
  return (
    <QuestionPanel icon="send" title={t('confirm.title')}>
      <p>{t('confirm.text')}</p>
      {problem ? (
        <Notice tone="danger" live>
          {problem.text || t('failed')}
        </Notice>
      ) : null}
      <Button variant="primary" large busy={isBusy} onClick={() => void handleConfirm()}>
        {t('confirm.button')}
      </Button>
    </QuestionPanel>
  );
}

function Gone({ kind }: { kind: 'expired' | 'used' | 'failed' }) {
  const { t } = useTranslation('help-link');
  return (
    <QuestionPanel icon="link" title={t(`gone.${kind}.title`)} focus>
      <p>{t(`gone.${kind}.text`)}</p>
      <ButtonLink href={PUBLIC_PATH}>{t('toList')}</ButtonLink>
    </QuestionPanel>
  );
}

function Following({ token }: { token: string }) {
  const [found, setFound] = useState<HelpLink | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let isGone = false;
    send(HELP_CALLS.show, { body: { token }, ...BY_LINK }).then(
      ({ item }) => isGone || (item ? setFound(item) : setProblem('failed')),
      (error: unknown) => isGone || setProblem(problemOf(error)),
    );
    return () => {
      isGone = true;
    };
  }, [token]);
  if (problem) return <Gone kind={problem === 'expired' || problem === 'used' ? problem : 'failed'} />;
  return found ? <Standing found={found} onChange={setFound} /> : <TextSkeleton lines={5} />;
}

const STATES = ['submitted', 'needs_work', 'refused'];

interface StandingProps {
  found: HelpLink;
  isNew?: boolean;
  onChange: (found: HelpLink) => void;
}

function Standing({ found, isNew = false, onChange }: StandingProps) {
  const { t } = useTranslation('help-link');
  const [busy, setBusy] = useState<string | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [isEnding, setIsEnding] = useState<string | null>(null);
  const state =
    found.status === 'draft' && STATES.includes(found.moderationState) ? found.moderationState : found.status;

  async function handleStep(event: string, application?: HelpAnswer, experience?: string) {
    setIsEnding(null);
    setBusy(`${event}${application?.id ?? ''}`);
    setText(null);
    try {
      const { item } = await send(HELP_CALLS.step, {
        body: {
          token: found.token,
          event,
          ...(application ? { applicationId: application.id } : {}),
          ...(experience?.trim() ? { experience: experience.trim() } : {}),
        },
        ...BY_LINK,
      });
      if (item) onChange(item);
    } catch (error) {
      setText(error instanceof ApiError ? (error.problems[0]?.detail ?? t('failed')) : t('failed'));
    }
    setBusy(null);
  }

  return (
    <div className="page-bottom stack">
      <PageTitle
        title={isNew ? t('sentIn') : found.title}
        description={serverWords(t)(`state.${state}`, {
          day: found.expiresAt ? formatDate(found.expiresAt) : '',
        })}
      />
      {text ? (
        <Notice tone="danger" live>
          {text}
        </Notice>
      ) : null}
      {found.moderationMessage ? (
        <Notice tone="warning">
          <p>
            <strong>{t('fromCentre')}</strong>
          </p>
          <p>{found.moderationMessage}</p>
        </Notice>
      ) : null}
      {state === 'needs_work' ? (
        <p>
          {t('change')} <AppLink href="/auth/recover">{t('password')}</AppLink>
        </p>
      ) : null}
      {found.answers.length > 0 ? <h2>{t('answers')}</h2> : null}
      {found.answers.map((answer) => (
        <AnswerCard key={answer.id} answer={answer} busy={busy} onStep={handleStep} />
      ))}
      {found.events.length > 0 ? (
        <ButtonRow>
          {found.events.map((event) => (
            <Button
              key={event}
              variant={event === 'fill' ? 'primary' : 'plain'}
              busy={busy === event}
              off={busy !== null && busy !== event}
              onClick={() => (event === 'fill' ? void handleStep(event) : setIsEnding(event))}
            >
              {serverWords(t)(`event.${event}`)}
            </Button>
          ))}
        </ButtonRow>
      ) : null}
      <p className="soft">{t('linkKeeps')}</p>
      <ConfirmDialog
        open={isEnding !== null}
        title={t('endTitle', { title: found.title })}
        confirmLabel={t(isEnding === 'withdraw' ? 'event.withdraw' : 'event.archive')}
        variant="danger"
        onConfirm={() => isEnding && void handleStep(isEnding)}
        onCancel={() => setIsEnding(null)}
      >
        <p>{t('endText')}</p>
      </ConfirmDialog>
    </div>
  );
}

interface AnswerCardProps {
  answer: HelpAnswer;
  busy: string | null;
  onStep: (event: string, answer: HelpAnswer, experience?: string) => Promise<void>;
}

function AnswerCard({ answer, busy, onStep }: AnswerCardProps) {
  const { t } = useTranslation('help-link');
  const [words, setWords] = useState('');
  const { id, firstName, lastName, email, phoneNumber, events } = answer;
  const asksHow = events.includes('confirm_match');
  return (
    <Card title={[firstName, lastName].filter(Boolean).join(' ')} className="stack">
      <p className="soft">
        {serverWords(t)(`stage.${answer.stage}`)} · {formatShortDate(answer.createdAt)}
      </p>
      <p className="help-message">{answer.message}</p>
      {email || phoneNumber ? (
        <ul className="plain-list">
          {phoneNumber ? (
            <li>
              <a href={`tel:${phoneNumber}`}>{phoneNumber}</a>
            </li>
          ) : null}
          {email ? (
            <li>
              <a href={`mailto:${email}`}>{email}</a>
            </li>
          ) : null}
        </ul>
      ) : null}
      {events.includes('accept') ? <p className="soft">{t('acceptHint')}</p> : null}
      {asksHow ? (
        <div className="field">
          <label htmlFor={`words-${id}`}>{t('how')}</label>
          <p className="hint" id={`words-${id}-hint`}>
            {t('howHint')}
          </p>
          <textarea
            className="textarea"
            id={`words-${id}`}
            aria-describedby={`words-${id}-hint`}
            rows={3}
            maxLength={MOST_WORDS}
            value={words}
            onChange={(event) => setWords(event.target.value)}
          />
        </div>
      ) : null}
      {answer.hasExperience ? <p>{t('thanks')}</p> : null}
      {events.length > 0 ? (
        <ButtonRow>
          {events.map((event, at) => (
            <Button
              key={event}
              variant={at === 0 ? 'primary' : 'plain'}
              busy={busy === `${event}${id}`}
              off={busy !== null && busy !== `${event}${id}`}
              onClick={() => void onStep(event, answer, words)}
            >
              {serverWords(t)(`answer.${event}`, { name: firstName })}
            </Button>
          ))}
        </ButtonRow>
      ) : null}
    </Card>
  );
}
