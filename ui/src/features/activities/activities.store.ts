// Own activities on the screen, and how many each saved filter holds.
import { refresh } from '../../api/cache.ts';
import { keyOf, useLoaded, useResourceList } from '../../api/hooks.ts';
import { countResource } from '../../api/requests.ts';
import type { Activity, ActivityOccurrence } from '../../api/schema.d.ts';
import { localDay } from '../../lib/locale/local-time.ts';
import { menu, selectedOrganizationId } from '../../lib/session/session.ts';
import { filterOf, type ListState, type Preset, paramsOf } from './activities-url.ts';

/** Whether the server offers the review of what organisations send in. */
export const mayReview = (): boolean => menu.value.includes('vacancies_review');

export const useActivities = (state: ListState) =>
  useResourceList('activities', paramsOf(state), { scope: selectedOrganizationId.value });

/** The next date of each, with how many places are taken; the server is asked once for all of them. */
export function useNextDates(rows: readonly Activity[]): ReadonlyMap<string, ActivityOccurrence> {
  const counted = rows.filter(({ registration, nextStartsAt }) => registration !== 'none' && nextStartsAt);
  const last = counted
    .map(({ nextStartsAt }) => localDay(nextStartsAt ?? ''))
    .sort()
    .at(-1);
  const { items } = useResourceList(
    'activity_occurrences',
    last === undefined
      ? null
      : {
          filter: {
            activityIdIn: counted.map(({ id }) => id),
            statusEq: 'planned',
            upcomingEq: true,
            to: last,
          },
          fields: {
            activity_occurrences: [
              'activityId',
              'startsAt',
              'placesTaken',
              'placesOffered',
              'peopleWaiting',
              'spotsLeft',
            ],
          },
          sort: 'starts_at',
          page: { size: 500 },
        },
    { scope: selectedOrganizationId.value },
  );
  // The first of each is the last that is put in.
  return new Map(items.toReversed().map((date) => [date.activityId, date]));
}

type Counts = Readonly<Partial<Record<Preset, number>>>;

const COUNTS = 'counts:activities:';

async function countOf(preset: Preset, signal: AbortSignal) {
  const params = {
    filter: filterOf({ preset, owner: '', q: '' }),
    fields: { activities: ['title'] },
  } as const;
  const count = await countResource('activities', params, { signal }).catch(() => null);
  return count === null ? [] : [[preset, count] as const];
}

/** A number that cannot be had is left out. */
export function usePresetCounts(presets: readonly Preset[]): Counts {
  const { data } = useLoaded(
    COUNTS + presets.join(),
    async (signal): Promise<Counts> =>
      Object.fromEntries((await Promise.all(presets.map((each) => countOf(each, signal)))).flat()),
    { keeps: true, scope: selectedOrganizationId.value },
  );
  return data ?? {};
}

export const reloadActivities = (): Promise<void> =>
  refresh(keyOf('/activities'), keyOf('/activity_occurrences'), COUNTS);
