// The columns of the list of own vacancies.

import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Vacancy } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { SilenceWarning, StatusBadge, Tag } from '../../../components/content/badge.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { nameOf, tags, termOf } from '../../../lib/centre/taxonomies.ts';
import { daysUntil, formatShortDate, relativeTime } from '../../../lib/locale/time.ts';
import { isRhythm } from '../../../lib/vacancies/rhythm.ts';
import { STATE_LOOK, workState } from './my-vacancies-state.ts';
import { SOON_DAYS } from './my-vacancies-url.ts';

const SILENT_FROM_DAYS = 7;

type Judged = Pick<Vacancy, 'status' | 'moderationState' | 'revisionState'>;

export function StateBadge({ vacancy }: { vacancy: Judged }) {
  const { t } = useTranslation('vacancies');
  const state = workState(vacancy);
  const { revisionState } = vacancy;
  return (
    <>
      <StatusBadge {...STATE_LOOK[state]}>{t(`state.${state}`)}</StatusBadge>
      {revisionState ? (
        <>
          {' '}
          <StatusBadge {...STATE_LOOK[revisionState]}>{t(`revision.state.${revisionState}`)}</StatusBadge>
        </>
      ) : null}
    </>
  );
}

/** Weeks are too rough when it is near. */
function untilText(t: TFunction<'vacancies'>, moment: string): string {
  const days = daysUntil(moment);
  if (days === 0) return t('column.today');
  return days > 0 && days <= SOON_DAYS ? t('column.inDays', { count: days }) : relativeTime(moment);
}

const isSilent = ({ waitingDays }: Vacancy): boolean =>
  typeof waitingDays === 'number' && waitingDays >= SILENT_FROM_DAYS;

/** The page on which the user continues with this vacancy. */
export const hrefOfVacancy = ({ id, can }: Vacancy): string =>
  can.includes('update') ? `/vacancies/${id}/edit` : `/vacancies/${id}`;

/** Whose vacancy it is, is said when there is more than one organisation in the list. */
export function useColumns(rows: readonly Vacancy[]): readonly WorkColumn<Vacancy>[] {
  const { t } = useTranslation('vacancies');
  const hasMany = new Set(rows.map((row) => row.organizationId)).size > 1;
  return [
    {
      key: 'title',
      title: t('column.title'),
      sortKey: 'title',
      isTitle: true,
      render: (row) => (
        <>
          <AppLink className="row-title" href={hrefOfVacancy(row)}>
            {row.title}
          </AppLink>
          {hasMany ? <small>{row.organizationName}</small> : null}
        </>
      ),
    },
    {
      key: 'state',
      title: t('column.state'),
      sortKey: 'status',
      compact: 'aside',
      render: (row) => <StateBadge vacancy={row} />,
    },
    {
      key: 'rhythm',
      title: t('column.rhythm'),
      fromTablet: true,
      render: (row) => {
        const term = row.tags.filter(isRhythm).map((tag) => termOf(tags, tag))[0];
        return term ? nameOf(term) : '';
      },
    },
    {
      key: 'applications',
      title: t('column.applications'),
      isNumber: true,
      isEmpty: (row) => !row.applicationsCount,
      render: (row) => <Applications vacancy={row} />,
    },
    {
      key: 'waiting',
      title: t('column.waiting'),
      compact: 'sign',
      isEmpty: (row) => !isSilent(row),
      render: (row) => (isSilent(row) ? <SilenceWarning days={row.waitingDays ?? 0} /> : null),
    },
    {
      key: 'expires',
      title: t('column.expires'),
      sortKey: 'expires_at',
      compact: 'below',
      noWrap: true,
      isEmpty: (row) => row.expiresAt === null || row.status === 'archived',
      render: ({ expiresAt, status }) =>
        expiresAt === null || status === 'archived' ? null : (
          <>
            {formatShortDate(expiresAt)} <small>{untilText(t, expiresAt)}</small>
          </>
        ),
    },
    {
      key: 'contact',
      title: t('column.contact'),
      fromTablet: true,
      render: (row) => row.contactPerson?.fullName ?? '',
    },
  ];
}

function Applications({ vacancy }: { vacancy: Vacancy }) {
  const { t } = useTranslation('vacancies');
  const { id, applicationsCount = 0, newApplicationsCount = 0 } = vacancy;
  return (
    <>
      {newApplicationsCount > 0 ? <Tag warm>{t('column.new', { count: newApplicationsCount })}</Tag> : null}{' '}
      {applicationsCount > 0 ? (
        <AppLink
          href={`/applications?vacancy=${id}`}
          aria-label={t('column.applicationsOf', { count: applicationsCount, title: vacancy.title })}
        >
          {applicationsCount}
        </AppLink>
      ) : (
        <span className="soft">{applicationsCount}</span>
      )}
    </>
  );
}
