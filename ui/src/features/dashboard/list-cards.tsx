// Cards with a list of their own: new people, silent organisations, students, what goes online by itself.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { Timeline } from '../../components/content/application-parts.tsx';
import { Avatar } from '../../components/content/person.tsx';
import { startHref } from '../../components/conversations/start-href.ts';
import { hoursText } from '../../lib/hours/hours.ts';
import { formatDateTime, relativeTime } from '../../lib/locale/time.ts';
import { currentUser, impersonation, selectedOrganizationId } from '../../lib/session/session.ts';
import { BoardCard } from './board-card.tsx';

const SHOWN = 3;
const SHOWN_STUDENTS = 5;
const WEEK_MS = 7 * 86_400_000;

const scoped = () => ({ scope: selectedOrganizationId.value });

/** What every list gives its card. */
const stateOf = (list: {
  status: 'idle' | 'pending' | 'success' | 'error';
  items: readonly unknown[];
  refresh: () => Promise<void>;
}) => ({
  status: list.status,
  isThere: list.items.length > 0 || list.status === 'success',
  onRetry: () => void list.refresh(),
});

/** The same week as the figures above it. */
const weekAgo = (): string => new Date(Date.now() - WEEK_MS).toISOString().slice(0, 10);

export function CentrePeople() {
  const { t } = useTranslation('dashboard');
  const list = useResourceList(
    'users',
    { filter: { statusEq: 'active', createdAtGteq: weekAgo() }, sort: '-created_at', page: { size: SHOWN } },
    scoped(),
  );
  const { items, total } = list;
  return (
    <BoardCard
      title={t('centre.people.title')}
      lead={total > 0 ? t('centre.people.week', { count: total }) : null}
      {...stateOf(list)}
      more={total > SHOWN ? { href: '/users', label: t('centre.people.more', { count: total }) } : undefined}
    >
      {items.length === 0 ? <p className="soft">{t('centre.people.none')}</p> : null}
      <ul>
        {items.map(({ id, fullName, createdAt }) => (
          <li key={id} className="name-row">
            <Avatar name={fullName} />
            <div>
              <AppLink href={`/users/${id}`}>{fullName}</AppLink>
              <small>{t('centre.people.since', { when: relativeTime(createdAt) })}</small>
            </div>
            {impersonation.value === null && id !== currentUser.value?.id ? (
              <ButtonLink
                small
                icon="message"
                href={startHref({ type: 'users', id })}
                aria-label={`${t('centre.people.write')}: ${fullName}`}
              >
                {t('centre.people.write')}
              </ButtonLink>
            ) : null}
          </li>
        ))}
      </ul>
    </BoardCard>
  );
}

export function CentreQuiet() {
  const { t } = useTranslation('dashboard');
  const list = useResourceList(
    'organizations',
    { filter: { quietEq: true }, sort: 'name', page: { size: SHOWN } },
    scoped(),
  );
  const { items, total } = list;
  return (
    <BoardCard
      title={t('centre.quiet.title')}
      lead={t('centre.quiet.text')}
      {...stateOf(list)}
      more={
        total > SHOWN
          ? { href: '/organizations?check=quiet', label: t('centre.quiet.more', { count: total }) }
          : undefined
      }
    >
      {items.length === 0 ? <p className="soft">{t('centre.quiet.none')}</p> : null}
      <ul>
        {items.map(({ id, name, vacanciesCount, phoneNumber }) => (
          <li key={id} className="name-row no-face">
            <div>
              <AppLink href={`/organizations/${id}`}>{name}</AppLink>
              <small>{t('centre.quiet.vacancies', { count: vacanciesCount ?? 0 })}</small>
            </div>
            {phoneNumber ? (
              <a
                className="button is-small"
                href={`tel:${phoneNumber.replace(/[^+\d]/g, '')}`}
                aria-label={`${t('centre.quiet.call')}: ${name}`}
              >
                {t('centre.quiet.call')}
              </a>
            ) : (
              <ButtonLink
                small
                href={startHref({ type: 'organizations', id })}
                aria-label={`${t('centre.people.write')}: ${name}`}
              >
                {t('centre.people.write')}
              </ButtonLink>
            )}
          </li>
        ))}
      </ul>
    </BoardCard>
  );
}

export function SchoolStudents() {
  const { t } = useTranslation('dashboard');
  const me = currentUser.value?.id;
  const list = useResourceList(
    'student_links',
    me === undefined ? null : { filter: { mentorIdEq: me }, page: { size: SHOWN_STUDENTS } },
    scoped(),
  );
  const { items, total } = list;
  return (
    <BoardCard
      title={t('school.students.title')}
      {...stateOf(list)}
      more={{ href: '/students', label: t('school.students.more', { count: total }) }}
    >
      {items.length === 0 ? <p className="soft">{t('school.students.none')}</p> : null}
      <ul>
        {items.map(({ id, studentId, studentName, hourTarget, hoursConfirmed, hoursWaiting }) => (
          <li key={id} className="name-row">
            <Avatar name={studentName} />
            <div>
              <AppLink href={`/users/${studentId}`}>{studentName}</AppLink>
              <small>
                {hourTarget === null
                  ? t('school.students.hours', { count: hoursConfirmed, hours: hoursText(hoursConfirmed) })
                  : t('school.students.ofTarget', {
                      hours: hoursText(hoursConfirmed),
                      target: hoursText(hourTarget),
                    })}
                {hoursWaiting > 0
                  ? `, ${t('school.students.waiting', { hours: hoursText(hoursWaiting) })}`
                  : ''}
              </small>
            </div>
          </li>
        ))}
      </ul>
    </BoardCard>
  );
}

export function ContentScheduled() {
  const { t } = useTranslation('dashboard');
  const list = useResourceList(
    'pages',
    { filter: { statusEq: 'scheduled' }, page: { size: SHOWN } },
    scoped(),
  );
  const { items, total } = list;
  return (
    <BoardCard
      title={t('content.scheduled.title')}
      {...stateOf(list)}
      more={
        total > SHOWN
          ? { href: '/content/pages?status=scheduled', label: t('content.scheduled.more', { count: total }) }
          : undefined
      }
    >
      {items.length === 0 ? (
        <p className="soft">{t('content.scheduled.none')}</p>
      ) : (
        <Timeline
          events={items.map(({ id, title, publishAt }) => ({
            id,
            title: <AppLink href={`/content/pages/${id}/edit`}>{title}</AppLink>,
            ...(publishAt ? { when: formatDateTime(publishAt), at: publishAt } : {}),
          }))}
        />
      )}
    </BoardCard>
  );
}
