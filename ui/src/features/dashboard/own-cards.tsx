// What a volunteer has here: the step to take now, their applications, messages and hours.
import { useTranslation } from 'react-i18next';
import { CONVERSATION_CALLS } from '../../api/conversation-calls.ts';
import { useCall, useResourceList } from '../../api/hooks.ts';
import { HOURS_CALLS } from '../../api/hours-calls.ts';
import type { Application } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { NextStep, StageBars } from '../../components/content/application-parts.tsx';
import { Count } from '../../components/content/badge.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { decide, waitingFor } from '../../lib/decisions/pending-decisions.ts';
import { hoursText } from '../../lib/hours/hours.ts';
import { localDay } from '../../lib/locale/local-time.ts';
import { formatDate, formatDay, formatNumber, formatShortDate } from '../../lib/locale/time.ts';
import { BoardCard } from './board-card.tsx';

const GAME = '/profiel?vraag=1';
const SHOWN_MESSAGES = 3;
/** The straight road; every other stage is said in words. */
const ROAD: readonly Application['stage'][] = ['new', 'in_contact', 'accepted', 'started'];

export const useOwnApplications = () =>
  useResourceList('applications', {
    filter: {
      mineEq: true,
      stageIn: ['mentor_review', 'new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'],
    },
    page: { size: 5 },
    sort: '-created_at',
  });

type OwnApplications = ReturnType<typeof useOwnApplications>;

/** A place that is kept for somebody is taken or left in one press. */
export function OwnNextStep({ applications, isNew }: { applications: OwnApplications; isNew: boolean }) {
  const { t } = useTranslation(['dashboard', 'work-list']);
  const offered = applications.items.find(
    ({ id, stage, transitions }) =>
      stage === 'offered' && transitions.includes('accept_offer') && !waitingFor('applications', id),
  );
  if (offered) return <OfferedPlace application={offered} />;
  if (isNew || applications.status !== 'success' || applications.items.length > 0) return null;
  return (
    <NextStep
      title={t('own.none')}
      actions={
        <>
          <ButtonLink variant="primary" href={GAME}>
            {t('own.questions')}
          </ButtonLink>
          <ButtonLink variant="quiet" href="/vacancies/search">
            {t('own.search')}
          </ButtonLink>
        </>
      }
    >
      <p>{t('own.noneText')}</p>
    </NextStep>
  );
}

function OfferedPlace({ application }: { application: Application }) {
  const { t } = useTranslation('dashboard');
  const { id, vacancyTitle, organizationName, offerExpiresAt, rowVersion } = application;
  const accept = () => {
    const { operation, document } = STAFF_CALLS.applicationStep;
    void decide({
      title: t('own.offer.done', { vacancy: vacancyTitle }),
      message: t('own.offer.leaves', { organization: organizationName }),
      calls: [
        { operation, document, id, body: { event: 'accept_offer' }, version: rowVersion, name: vacancyTitle },
      ],
    });
  };
  return (
    <NextStep
      kicker={t('own.nextStep')}
      title={t('own.offer.title', { vacancy: vacancyTitle })}
      actions={
        <>
          <Button variant="primary" icon="check" onClick={accept}>
            {t('own.offer.yes')}
          </Button>
          <ButtonLink href={`/applications/${id}?do=decline_offer`}>{t('own.offer.no')}</ButtonLink>
          <ButtonLink variant="quiet" icon="message" href={`/applications/${id}`}>
            {t('own.offer.more')}
          </ButtonLink>
        </>
      }
    >
      <p>
        {offerExpiresAt
          ? t('own.offer.text', { organization: organizationName, day: formatDay(offerExpiresAt) })
          : t('own.offer.textOpen', { organization: organizationName })}
      </p>
    </NextStep>
  );
}

export function OwnApplicationsCard({ applications }: { applications: OwnApplications }) {
  const { t } = useTranslation('dashboard');
  const { items, total, status, refresh } = applications;
  const isFailed = status === 'error';
  if (!isFailed && items.length === 0) return null;
  return (
    <BoardCard
      title={t('own.applications')}
      {...(isFailed ? { status } : {})}
      onRetry={() => void refresh()}
      more={{ href: '/applications?own=1', label: t('own.applicationsMore', { count: total }) }}
    >
      <ul className="own-rows">
        {items.map((each) => (
          <OwnApplicationRow key={each.id} application={each} />
        ))}
      </ul>
    </BoardCard>
  );
}

function OwnApplicationRow({ application }: { application: Application }) {
  const { t } = useTranslation(['dashboard', 'applications']);
  const { id, vacancyTitle, organizationName, createdAt, stage, waitingDays } = application;
  const at = ROAD.indexOf(stage);
  const next =
    stage === 'new' && waitingDays
      ? t('own.next.waits', { count: waitingDays })
      : t(`own.next.${stage as 'new'}`, { defaultValue: '' });
  return (
    <li className="own-row">
      <div>
        <h3>
          <AppLink href={`/applications/${id}`}>{vacancyTitle}</AppLink>
        </h3>
        <p>
          {organizationName}, {formatDate(createdAt)}
        </p>
        <p className="own-row-next">
          <b>{t(`applications:stageOwn.${stage}`)}.</b> {next}
        </p>
      </div>
      {at >= 0 ? (
        <StageBars
          label={t('own.stages')}
          current={at}
          stages={ROAD.map((key) => t(`applications:stageOwn.${key}`))}
        />
      ) : null}
    </li>
  );
}

export function OwnMessagesCard() {
  const { t } = useTranslation('dashboard');
  const query = { 'page[size]': SHOWN_MESSAGES } as const;
  const { data, status, refresh } = useCall(CONVERSATION_CALLS.list, { query });
  const unread = (data?.items ?? []).filter(({ unreadCount }) => unreadCount > 0).length;
  if (status !== 'error' && data?.items.length === 0) return null;
  return (
    <BoardCard
      title={t('own.messages')}
      lead={unread > 0 ? t('own.unread', { count: unread }) : null}
      status={status}
      isThere={data !== undefined}
      onRetry={() => void refresh()}
      more={{ href: '/conversations', label: t('own.messagesMore') }}
    >
      <ul>
        {(data?.items ?? []).map(({ id, otherName, lastMessage, unreadCount, lastMessageAt }) => {
          const name = otherName || t('row.somebody');
          return (
            <li key={id} className="name-row">
              <Avatar name={name} />
              <div>
                <AppLink href={`/conversations?open=${id}`}>{name}</AppLink>
                <small>{lastMessage}</small>
              </div>
              {unreadCount > 0 ? (
                <Count>
                  {formatNumber(unreadCount)}
                  <span className="visually-hidden"> {t('own.unreadWord')}</span>
                </Count>
              ) : (
                <span className="wait">{formatShortDate(lastMessageAt)}</span>
              )}
            </li>
          );
        })}
      </ul>
    </BoardCard>
  );
}

export function OwnHoursCard() {
  const { t } = useTranslation('dashboard');
  const year = localDay(new Date().toISOString()).slice(0, 4);
  const query = {
    'filter[mine_eq]': true,
    'filter[day_gteq]': `${year}-01-01`,
    'filter[day_lteq]': `${year}-12-31`,
  } as const;
  const { data, status, refresh } = useCall(HOURS_CALLS.hoursTotals, { query });
  const { hours = 0, waitingHours = 0 } = data?.meta ?? {};
  return (
    <BoardCard
      title={t('own.hours.title')}
      status={status}
      isThere={data !== undefined}
      onRetry={() => void refresh()}
    >
      <p className="own-hours-sum">
        <b>{hoursText(hours)}</b> {t('own.hours.sum', { count: hours, year })}
      </p>
      {waitingHours > 0 ? (
        <p className="soft small">
          {t('own.hours.waiting', { count: waitingHours, hours: hoursText(waitingHours) })}
        </p>
      ) : null}
      <p className="own-hours-write">
        <ButtonLink icon="plus" href="/uren">
          {t('own.hours.write')}
        </ButtonLink>
      </p>
    </BoardCard>
  );
}
