// A link of a mail about one's application: what it asks, and the answers as buttons. Looking answers nothing.

import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ApplicationQuestion, CALLS } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { TextSkeleton } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { QuestionPanel } from '../../components/layout/question-panel.tsx';
import type { IconName } from '../../components/media/icon.tsx';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDate, formatTime } from '../../lib/locale/time.ts';
import { SEARCH_PATH } from '../../lib/vacancies/search-url.ts';

/** The token in the link identifies the user; a session in this browser is ignored. */
const BY_LINK = { anonymous: true };

type State =
  | { kind: 'asking' }
  | { kind: 'expired' | 'failed' }
  | { kind: 'shown'; asked: ApplicationQuestion };

const ICONS: Readonly<Record<string, IconName>> = {
  offered: 'calendar',
  accepted: 'check',
  started: 'check',
  waitlisted: 'wait',
  new: 'wait',
};

const KNOWN = ['new', 'waitlisted', 'offered', 'accepted', 'started', 'withdrawn'];

/** The words of a stage; an offer that ran out has its own, and so has a question that was asked. */
function wordsOf({ stage, events, askedCenterAt, isHelpRequest }: ApplicationQuestion): string {
  if (stage === 'accepted' && isHelpRequest) return 'helped';
  if (stage === 'offered' && events.length === 0) return 'late';
  if (stage === 'new' && askedCenterAt) return 'asked';
  return KNOWN.includes(stage) ? stage : 'over';
}

export function AnswerPanel({ token }: { token: string }) {
  const { t } = useTranslation('confirm');
  const [state, setState] = useState<State>({ kind: 'asking' });
  const [busy, setBusy] = useState<string | null>(null);
  const [hasFailed, setHasFailed] = useState(false);
  const [experience, setExperience] = useState('');

  useEffect(() => {
    let isGone = false;
    send(CALLS.showApplicationQuestion, { body: { token }, ...BY_LINK }).then(
      ({ item }) => isGone || setState(item ? { kind: 'shown', asked: item } : { kind: 'failed' }),
      (error: unknown) => isGone || setState({ kind: problemOf(error) }),
    );
    return () => {
      isGone = true;
    };
  }, [token]);

  async function handleAnswer(event: string) {
    setBusy(event);
    setHasFailed(false);
    try {
      const words = experience.trim();
      const body = { token, event, ...(words === '' ? {} : { experience: words }) };
      const { item } = await send(CALLS.answerApplicationQuestion, { body, ...BY_LINK });
      if (item) setState({ kind: 'shown', asked: item });
    } catch (error) {
      // Somebody answered elsewhere meanwhile: what is so now is shown.
      if (error instanceof ApiError && error.hasCode('invalid_transition')) await look();
      else setHasFailed(true);
    }
    setBusy(null);
  }

  async function look() {
    try {
      const { item } = await send(CALLS.showApplicationQuestion, { body: { token }, ...BY_LINK });
      if (item) setState({ kind: 'shown', asked: item });
    } catch (error) {
      setState({ kind: problemOf(error) });
    }
  }

  if (state.kind === 'asking') return <TextSkeleton lines={4} />;
  if (state.kind !== 'shown')
    return (
      <QuestionPanel icon="link" title={t(`answer.${state.kind}.title`)} focus>
        <p>{t(`answer.${state.kind}.text`)}</p>
        <ButtonLink href="/">{t('home')}</ButtonLink>
      </QuestionPanel>
    );
  const { asked } = state;
  const words = wordsOf(asked);
  const until = asked.offerExpiresAt;
  const values = {
    organization: asked.organizationName,
    vacancy: asked.vacancyTitle,
    position: asked.waitlistPosition ?? 1,
    count: asked.waitingDays ?? 0,
    until: until ? t('answer.until', { day: formatDate(until), time: formatTime(until) }) : '',
  };
  return (
    <QuestionPanel
      icon={ICONS[asked.stage] ?? 'info'}
      title={serverWords(t)(`answer.${words}.title`, values)}
    >
      <p>{serverWords(t)(`answer.${words}.text`, values)}</p>
      {hasFailed ? (
        <Notice tone="danger" live>
          {t('failed')}
        </Notice>
      ) : null}
      {asked.isHelpRequest && asked.events.includes('confirm_match') ? (
        <div className="field">
          <label htmlFor="experience">{t('answer.experience')}</label>
          <p className="hint" id="experience-hint">
            {t('answer.experienceHint')}
          </p>
          <textarea
            className="textarea"
            id="experience"
            aria-describedby="experience-hint"
            rows={3}
            maxLength={500}
            value={experience}
            onChange={(event) => setExperience(event.target.value)}
          />
        </div>
      ) : null}
      {asked.events.length > 0 ? (
        <ButtonRow>
          {asked.events.map((event, at) => (
            <Button
              key={event}
              large
              variant={at === 0 ? 'primary' : 'plain'}
              busy={busy === event}
              off={busy !== null && busy !== event}
              onClick={() => void handleAnswer(event)}
            >
              {serverWords(t)(
                words === 'helped' && event === 'confirm_match' ? 'answer.happened' : `answer.event.${event}`,
              )}
            </Button>
          ))}
        </ButtonRow>
      ) : null}
      {words === 'new' || words === 'over' || words === 'withdrawn' || words === 'late' ? (
        <ButtonLink href={SEARCH_PATH}>{t('answer.search')}</ButtonLink>
      ) : null}
    </QuestionPanel>
  );
}

function problemOf(error: unknown): 'expired' | 'failed' {
  return error instanceof ApiError && [404, 410, 422].includes(error.statusCode) ? 'expired' : 'failed';
}
