// What happened to an account and to its roles, the latest on top.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { User } from '../../../api/schema.d.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { Timeline, type TimelineEvent } from '../../../components/content/application-parts.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { gathered, useTrailLines } from '../../../lib/audit/audit-log.ts';
import { centre } from '../../../lib/centre/centre.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDate, formatTime } from '../../../lib/locale/time.ts';
import { useRoleWords } from '../../../lib/session/role-words.ts';
import { useOffers, useTrail } from './user.store.ts';

const when = (at: string): Pick<TimelineEvent, 'at' | 'when'> => ({
  at,
  when: `${formatDate(at)}, ${formatTime(at)}`,
});

/** Actions that say how the account came to be. */
const BEGINNINGS: readonly string[] = ['create', 'sign_up'];

export function HistoryCard({ user }: { user: User }) {
  return user.can.includes('oversee') ? <Trail user={user} /> : <Offers user={user} />;
}

function Trail({ user: { id, createdAt, signupMethod } }: { user: User }) {
  const { t } = useTranslation('users');
  const lineOf = useTrailLines(centre.value?.name ?? '');
  const [showsReading, setShowsReading] = useState(false);
  const { items: shown, total, status, refresh, more } = useTrail(id, showsReading);
  const hasMore = shown.length < total;
  const events: TimelineEvent[] = gathered(shown).map(lineOf);
  // What was there before anything was written down.
  if (!(hasMore || shown.some(({ action }) => BEGINNINGS.includes(action))))
    events.push({ id: 'made', title: t(`history.made_${signupMethod}`), ...when(createdAt) });

  return (
    <Card title={t('history.title')}>
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      <Timeline events={events.map((event, at) => ({ ...event, mark: at === 0 ? 'now' : undefined }))} />
      <ButtonRow>
        {hasMore ? (
          <Button small busy={status === 'pending'} onClick={() => void more()}>
            {t('history.more')}
          </Button>
        ) : null}
        <Button
          small
          variant="quiet"
          icon="eye"
          aria-pressed={showsReading}
          onClick={() => setShowsReading(!showsReading)}
        >
          {t(showsReading ? 'history.changesOnly' : 'history.withReading')}
        </Button>
      </ButtonRow>
    </Card>
  );
}

/** For who manages a part of somebody's roles and not the account. */
function Offers({ user: { id: userId, createdAt, signupMethod } }: { user: User }) {
  const { t } = useTranslation('users');
  const roles = useRoleWords();
  const events: (TimelineEvent & { at?: string })[] = [
    ...useOffers(userId).flatMap(
      ({ id, role, scopeType, scopeName, sentByName, createdAt: at, state, answeredAt }) => {
        const what = { role: roles.fullName({ name: role, scopeType, scopeName }) };
        return [
          { id: `offer-${id}`, title: t('history.offered', what), detail: sentByName ?? '', ...when(at) },
          ...(answeredAt
            ? [
                {
                  id: `answer-${id}`,
                  title: serverWords(t)(`history.offer_${state}`, what),
                  ...when(answeredAt),
                },
              ]
            : []),
        ];
      },
    ),
    { id: 'made', title: t(`history.made_${signupMethod}`), ...when(createdAt) },
  ];
  events.sort((one, other) => (other.at ?? '').localeCompare(one.at ?? ''));
  return (
    <Card title={t('history.title')}>
      <Timeline events={events.map((event, at) => ({ ...event, mark: at === 0 ? 'now' : undefined }))} />
    </Card>
  );
}
