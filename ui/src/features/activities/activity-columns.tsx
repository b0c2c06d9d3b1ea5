// The columns of the list of activities.
import { useTranslation } from 'react-i18next';
import type { Activity, ActivityOccurrence } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { StatusBadge } from '../../components/content/badge.tsx';
import type { WorkColumn } from '../../components/work-list/list-types.ts';
import { momentClock, momentDay } from '../../lib/locale/local-time.ts';
import { useNextDates } from './activities.store.ts';
import { ACTIVITIES } from './activities-url.ts';
import { STATE_LOOK, workState } from './activity-state.ts';
import { howOften } from './activity-when.ts';

export function StateBadge({ activity }: { activity: Pick<Activity, 'status' | 'moderationState'> }) {
  const { t } = useTranslation('activities');
  const state = workState(activity);
  return <StatusBadge {...STATE_LOOK[state]}>{t(`state.${state}`)}</StatusBadge>;
}

export const hrefOfActivity = ({ id }: Pick<Activity, 'id'>): string => `${ACTIVITIES}/${id}`;

/** Of the next date. An offer keeps its place. `places`: null without a limit. */
export function placesOf({
  placesTaken,
  placesOffered,
  spotsLeft,
}: Pick<ActivityOccurrence, 'placesTaken' | 'placesOffered' | 'spotsLeft'>) {
  const taken = placesTaken + placesOffered;
  return { taken, places: spotsLeft === null ? null : taken + spotsLeft };
}

/** Whose activity it is, is said when the list holds those of several. */
export function useColumns(rows: readonly Activity[]): readonly WorkColumn<Activity>[] {
  const { t } = useTranslation('activities');
  const dates = useNextDates(rows);
  const hasMany = new Set(rows.map((row) => row.organizationId)).size > 1;
  const whereOf = ({ online, locationName }: Activity): string =>
    online ? t('where.online') : (locationName ?? '');
  return [
    {
      key: 'title',
      title: t('column.title'),
      sortKey: 'title',
      isTitle: true,
      render: (row) => (
        <>
          <AppLink className="row-title" href={hrefOfActivity(row)}>
            {row.title}
          </AppLink>
          {hasMany ? <small>{row.organizationName}</small> : null}
        </>
      ),
    },
    {
      key: 'next',
      title: t('column.next'),
      sortKey: 'next_starts_at',
      compact: 'below',
      noWrap: true,
      render: ({ nextStartsAt, recurrence, allDay }) => (
        <>
          {nextStartsAt ? momentDay(nextStartsAt) : t('column.over')}{' '}
          <small>
            {nextStartsAt && !allDay ? `${momentClock(nextStartsAt)}, ` : ''}
            {howOften(t, recurrence)}
          </small>
        </>
      ),
    },
    {
      key: 'times',
      title: t('column.times'),
      isNumber: true,
      render: ({ occurrencesCount }) => t('column.timesCount', { count: occurrencesCount }),
    },
    {
      key: 'places',
      title: t('column.places'),
      isNumber: true,
      isEmpty: (row) => !dates.has(row.id),
      render: ({ id }) => {
        const date = dates.get(id);
        if (!date) return null;
        const { taken, places } = placesOf(date);
        return (
          <>
            {places === null ? taken : t('column.placesOf', { taken, places })}
            {date.peopleWaiting > 0 ? (
              <small>{t('column.waiting', { count: date.peopleWaiting })}</small>
            ) : null}
          </>
        );
      },
    },
    {
      key: 'where',
      title: t('column.where'),
      fromTablet: true,
      isEmpty: (row) => whereOf(row) === '',
      render: whereOf,
    },
    {
      key: 'state',
      title: t('column.state'),
      sortKey: 'status',
      compact: 'aside',
      render: (row) => <StateBadge activity={row} />,
    },
  ];
}
