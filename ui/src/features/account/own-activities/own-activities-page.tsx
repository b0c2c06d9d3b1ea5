// For which activities somebody signed up: when, where, how it stands, and withdrawing.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { useResourceList } from '../../../api/hooks.ts';
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import {
  isLate,
  OWN_TO_COME,
  pageOf,
  placeOf,
  STANDING_LOOK,
  standingOf,
  standingWords,
  startOf,
  stepsOf,
  takeRegistrationStep,
} from '../../../lib/activities/registrations.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { AccountFrame } from '../account-frame.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';
import '../../../components/layout/line-list.css';

export default function OwnActivitiesPage() {
  const { t } = useTranslation(['own-activities', 'routes']);
  const list = useResourceList('activity_registrations', { ...OWN_TO_COME, page: { size: 50 } });
  const { items, status, page, pages, more, refresh } = list;
  const isWaiting = items.length === 0 && status !== 'success';
  return (
    <AccountFrame
      current="/profiel/activiteiten"
      title={t('routes:ownActivities.title')}
      description={t('description')}
    >
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : isWaiting ? (
        <RowSkeletons count={3} />
      ) : items.length === 0 ? (
        <EmptyState
          title={t('empty')}
          level={2}
          icon="calendar"
          actions={
            <ButtonLink href="/activiteitenkalender" variant="primary" icon="calendar">
              {t('calendar')}
            </ButtonLink>
          }
        >
          {t('emptyText')}
        </EmptyState>
      ) : (
        <Card title={t('list')}>
          <ul className="line-list">
            {items.map((registration) => (
              <OwnLine key={registration.id} registration={registration} />
            ))}
          </ul>
          {page < pages ? (
            <p>
              <Button onClick={() => void more()}>{t('more')}</Button>
            </p>
          ) : null}
        </Card>
      )}
    </AccountFrame>
  );
}

type OwnStep = 'accept_offer' | 'refuse_offer' | 'withdraw';

function OwnLine({ registration }: { registration: ActivityRegistration }) {
  const { t } = useTranslation('own-activities');
  const { t: standings } = useTranslation('activity-registrations');
  const [asking, setAsking] = useState<OwnStep | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isHandingOver, setIsHandingOver] = useState(false);
  const { activityTitle: title, occurrence, occurrenceId } = registration;
  const standing = standingOf(registration);
  if (standing === null) return null;
  const start = startOf(registration);
  const href = pageOf(registration);
  const when = start
    ? start.time === null
      ? start.day
      : standings('when', { ...start, time: start.time })
    : '';
  const isOff = occurrence?.status === 'cancelled';
  const names = { title, day: start?.day ?? '' };
  const words = asking === 'refuse_offer' ? 'refuse' : 'leave';

  async function take(event: OwnStep) {
    setIsBusy(true);
    try {
      await takeRegistrationStep(registration, event);
      addToast({ title: t(`done.${event}`), color: 'success' });
    } catch (thrown) {
      const said = thrown instanceof ApiError ? thrown.problems[0]?.detail : undefined;
      addToast({ title: said ?? standings('failed'), color: 'danger' });
    }
    setIsBusy(false);
    setAsking(null);
  }

  return (
    <li>
      <div>
        {href ? (
          <AppLink href={href}>
            <b>{title}</b>
          </AppLink>
        ) : (
          <b>{title}</b>
        )}
        <p className="small">
          {occurrence?.isChanged && !isOff ? <b>{standings('moved')} </b> : null}
          {occurrenceId === null ? t('all', { when }) : when}
        </p>
        <Details registration={registration} />
      </div>
      {isOff ? (
        <StatusBadge tone="danger" icon="block">
          {standings('off')}
        </StatusBadge>
      ) : (
        <StatusBadge {...STANDING_LOOK[standing]}>{standingWords(standings, registration)}</StatusBadge>
      )}
      <ButtonRow>
        {stepsOf(registration)
          .filter((event) => event !== 'remove')
          .map((event) => (
            <Button
              key={event}
              small
              variant={event === 'accept_offer' ? 'primary' : 'quiet'}
              busy={isBusy}
              aria-label={t(`step.${event}`, names)}
              onClick={() => (event === 'accept_offer' ? void take(event) : setAsking(event))}
            >
              {standings(`step.${event}`)}
            </Button>
          ))}
        {canHandOver(registration) ? (
          <Button
            small
            variant="quiet"
            aria-label={t('handOver.title', names)}
            onClick={() => setIsHandingOver(true)}
          >
            {t('handOver.step')}
          </Button>
        ) : null}
      </ButtonRow>
      {isHandingOver ? (
        <HandOverDialog
          registration={registration}
          title={t('handOver.title', names)}
          onClose={() => setIsHandingOver(false)}
        />
      ) : null}
      <ConfirmDialog
        open={asking !== null}
        title={t(`${words}.title`, names)}
        confirmLabel={t(`${words}.confirm`)}
        variant="danger"
        busy={isBusy}
        onConfirm={() => asking && void take(asking)}
        onCancel={() => setAsking(null)}
      >
        <p>{t(words === 'refuse' ? 'refuse.text' : `leave.${textOf(registration)}`)}</p>
      </ConfirmDialog>
    </li>
  );
}

/** Who has a place that they can still withdraw from can pass it on; young people cannot. */
const canHandOver = ({ status, isMinor, occurrence, transitions }: ActivityRegistration): boolean =>
  status === 'registered' &&
  !isMinor &&
  occurrence?.status !== 'cancelled' &&
  transitions.includes('withdraw');

const textOf = (registration: ActivityRegistration) =>
  registration.status === 'waitlisted'
    ? registration.needsYes
      ? 'textAsking'
      : 'textWaiting'
    : isLate(registration, Date.now())
      ? 'textLate'
      : 'text';

/** Where, with how many, and what is offered. */
function Details({ registration }: { registration: ActivityRegistration }) {
  const { t } = useTranslation('own-activities');
  const { t: standings } = useTranslation('activity-registrations');
  const { partySize, offeredSize, status } = registration;
  const { isOnline, name } = placeOf(registration);
  const people = partySize > 1 ? t('people', { count: partySize }) : null;
  const facts = [isOnline ? standings('online') : name, people].filter(Boolean).join(' · ');
  return (
    <>
      {facts ? <p className="soft small">{facts}</p> : null}
      {status === 'offered' && offeredSize !== null && offeredSize < partySize ? (
        <p className="small">{t('offeredSome', { count: offeredSize })}</p>
      ) : null}
    </>
  );
}
