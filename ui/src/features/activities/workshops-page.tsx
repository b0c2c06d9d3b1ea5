// Workshops for organisations: what comes, how many places there are, and whom one's own organisation signed up.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { DateArch } from '../../components/content/date-arch.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { pageOfDate } from '../../lib/activities/registrations.ts';
import { dayOf, longDay, monthAndYear } from '../../lib/locale/local-time.ts';
import { selectedOrganization } from '../../lib/session/session.ts';
import { ACTIVITIES } from './activities-url.ts';
import { capitalised, hours } from './activity-when.ts';
import { ColleagueDialog } from './colleague-dialog.tsx';
import { ColleagueLine } from './colleague-line.tsx';
import { useWorkshops } from './workshops.store.ts';
import { byMonth, type Room, roomIn, type Workshop } from './workshops.ts';
import '../../components/layout/line-list.css';
import './workshops.css';

export default function WorkshopsPage() {
  const { t } = useTranslation(['workshops', 'routes']);
  const { workshops, isFailed, isThere, more, refresh } = useWorkshops();
  const [asked, setAsked] = useState<string | null>(null);
  const organization = selectedOrganization.value;
  const isApproved = organization?.status === 'approved';
  // The newest: how many places there are may have changed since the dialog was opened.
  const open = workshops.find(({ date }) => date.id === asked);
  return (
    <div className="workshops-page">
      <PageTitle
        title={t('routes:workshops.title')}
        description={organization ? t('lead', { organization: organization.name }) : t('leadCentre')}
      />
      {organization && !isApproved ? <Notice tone="warning">{t('notApproved')}</Notice> : null}
      {!isThere ? (
        isFailed ? (
          <LoadProblem onRetry={() => void refresh()} />
        ) : (
          <RowSkeletons count={4} />
        )
      ) : workshops.length === 0 ? (
        <Nothing isForOrganization={organization !== null} />
      ) : (
        byMonth(workshops).map(([month, those]) => (
          <section key={month} aria-labelledby={`month-${month}`}>
            <h2 id={`month-${month}`}>{capitalised(monthAndYear(`${month}-01`))}</h2>
            <ol className="card workshop-list">
              {those.map((workshop) => (
                <WorkshopRow
                  key={workshop.date.id}
                  workshop={workshop}
                  onAdd={isApproved ? () => setAsked(workshop.date.id) : null}
                />
              ))}
            </ol>
          </section>
        ))
      )}
      {more && isThere ? (
        <p>
          <Button onClick={() => void more()}>{t('more')}</Button>
        </p>
      ) : null}
      {open && organization ? (
        <ColleagueDialog workshop={open} organizationId={organization.id} onClose={() => setAsked(null)} />
      ) : null}
    </div>
  );
}

interface WorkshopRowProps {
  workshop: Workshop;
  /** Null: nobody can be signed up by who looks. */
  onAdd: (() => void) | null;
}

function WorkshopRow({ workshop, onAdd }: WorkshopRowProps) {
  const { t } = useTranslation('workshops');
  const { t: words } = useTranslation('activities');
  const { date, isSeries, registrations, seatsUsed, seats } = workshop;
  const { title, startsLocal, endsLocal, allDay, online, locationName, city, summary, activity } = date;
  const day = dayOf(startsLocal);
  const room = roomIn(workshop, Date.now());
  const isOff = room === 'off';
  const place = online ? words('where.online') : [locationName, city].filter(Boolean).join(', ');
  const isOfOrganization = selectedOrganization.value !== null;
  return (
    <li className="workshop">
      <DateArch day={day} look={isOff ? 'struck' : undefined} />
      <div className="workshop-body">
        <h3>
          {activity?.onlyForOrganizations ? (
            title
          ) : (
            <AppLink href={pageOfDate(date.activityId, date.slug, day)}>{title}</AppLink>
          )}
        </h3>
        <ul className="workshop-facts">
          <li>
            <Icon name="clock" />
            {capitalised(longDay(day))}, {hours(words, startsLocal, endsLocal, allDay)}
          </li>
          {place ? (
            <li>
              <Icon name={online ? 'laptop' : 'pin'} />
              {place}
            </li>
          ) : null}
        </ul>
        {summary ? <p>{summary}</p> : null}
        <p className="chip-row">
          <Places workshop={workshop} room={room} />
          {isSeries ? <Tag>{t('series')}</Tag> : null}
          {seats === null || isOff ? null : (
            <Tag>
              {isOfOrganization
                ? t('seatsUsed', { used: seatsUsed, count: seats })
                : t('seatsEach', { count: seats })}
            </Tag>
          )}
        </p>
        {registrations.length > 0 ? (
          <ul className="line-list" aria-label={t(isOfOrganization ? 'oursOf' : 'allOf', { title })}>
            {registrations.map((registration) => (
              <ColleagueLine key={registration.id} registration={registration} />
            ))}
          </ul>
        ) : null}
        {onAdd ? <Adding room={room} title={title} onAdd={onAdd} /> : null}
      </div>
    </li>
  );
}

function Places({ workshop, room }: { workshop: Workshop; room: Room }) {
  const { t } = useTranslation('workshops');
  const { spotsLeft, peopleWaiting, reason } = workshop.date;
  if (room === 'off') return <Tag warm>{[t('off'), reason].filter(Boolean).join('. ')}</Tag>;
  if (spotsLeft === null) return null;
  if (spotsLeft > 0) return <Tag warm={spotsLeft <= FEW}>{t('left', { count: spotsLeft })}</Tag>;
  return <Tag warm>{peopleWaiting > 0 ? t('fullWaiting', { count: peopleWaiting }) : t('full')}</Tag>;
}

const FEW = 3;

/** The way to sign somebody up, or why there is none. */
function Adding({ room, title, onAdd }: { room: Room; title: string; onAdd: () => void }) {
  const { t } = useTranslation('workshops');
  if (room === 'off') return null;
  if (room !== 'place' && room !== 'line') return <p className="soft small">{t(`none.${room}`)}</p>;
  const words = room === 'place' ? 'add' : 'wait';
  return (
    <p>
      <Button icon="plus" aria-label={t(`${words}Of`, { title })} onClick={onAdd}>
        {t(words)}
      </Button>
    </p>
  );
}

/** Who works for the centre can make one. */
function Nothing({ isForOrganization }: { isForOrganization: boolean }) {
  const { t } = useTranslation('workshops');
  return (
    <EmptyState
      level={2}
      icon="calendar"
      title={t('empty.title')}
      actions={
        isForOrganization ? undefined : (
          <ButtonLink href={`${ACTIVITIES}/nieuw`} variant="primary" icon="plus">
            {t('empty.add')}
          </ButtonLink>
        )
      }
    >
      {t(isForOrganization ? 'empty.text' : 'empty.textCentre')}
    </EmptyState>
  );
}
