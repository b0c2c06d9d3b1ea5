// The columns of the work list.

import { useTranslation } from 'react-i18next';
import type { Application } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { SilenceWarning } from '../../../components/content/badge.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { formatShortDate, relativeTime } from '../../../lib/locale/time.ts';
import { SILENT_FROM_DAYS } from '../stage.ts';
import { StageBadge } from '../stage-badge.tsx';
import { LIST_PATH } from './list-url.ts';

/** Whose vacancy it is, is said when there is more than one organisation in the list. */
export function useColumns(rows: readonly Application[]): readonly WorkColumn<Application>[] {
  const { t } = useTranslation('applications');
  const hasMany = new Set(rows.map((row) => row.organizationId)).size > 1;
  return [
    {
      key: 'name',
      title: t('list.column.name'),
      sortKey: 'name',
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={`${LIST_PATH}/${row.id}`}>
          {row.name || t('list.nameless')}
        </AppLink>
      ),
    },
    {
      key: 'vacancy',
      title: t('list.column.vacancy'),
      sortKey: 'vacancy_title',
      compact: 'below',
      render: (row) => (
        <>
          {row.vacancyTitle}
          {hasMany ? <small>{row.organizationName}</small> : null}
        </>
      ),
    },
    {
      key: 'stage',
      title: t('list.column.stage'),
      sortKey: 'stage',
      compact: 'sign',
      render: (row) => <StageBadge stage={row.stage} />,
    },
    {
      key: 'waiting',
      title: t('list.column.waiting'),
      compact: 'aside',
      isEmpty: (row) => typeof row.waitingDays !== 'number',
      render: (row) => <Waiting days={row.waitingDays} />,
    },
    {
      key: 'created',
      title: t('list.column.created'),
      sortKey: 'created_at',
      noWrap: true,
      render: (row) => (
        <>
          {formatShortDate(row.createdAt)}
          <small>{relativeTime(row.createdAt)}</small>
        </>
      ),
    },
  ];
}

/** A short wait is a number, a long one a warning. */
function Waiting({ days }: { days: number | null | undefined }) {
  const { t } = useTranslation('applications');
  if (typeof days !== 'number') return null;
  if (days >= SILENT_FROM_DAYS) return <SilenceWarning days={days} />;
  return <span className="soft">{days === 0 ? t('list.today') : t('list.waits', { count: days })}</span>;
}
