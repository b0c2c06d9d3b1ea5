// Somebody's own hours: reading them and writing them down.
import { asRead } from '../../api/as-read.ts';
import { refresh } from '../../api/cache.ts';
import { keyOf, useCall, useResourceList } from '../../api/hooks.ts';
import {
  HOURS_CALLS,
  type HoursChange,
  type HoursEntry,
  type HoursEvent,
  type LoggableWork,
  type NewHours,
} from '../../api/hours-calls.ts';
import { listResource, send } from '../../api/requests.ts';
import type { StudentLink } from '../../api/schema.d.ts';
import type { Suggestion } from '../../components/form/controls/suggest-field.tsx';
import { addDays, mondayOf, WEEK } from '../../lib/hours/hours.ts';
import { localDay } from '../../lib/locale/local-time.ts';
import { currentUser } from '../../lib/session/session.ts';

const PATH = '/hours_entries';
const SHOWN = 100;
/** What a field suggests while one types. */
const SUGGESTED = 8;

export const today = (): string => localDay(new Date().toISOString());

/** A year as the address names it, or everything. */
export type Period = `${number}` | 'alles';

const daysOf = (period: Period) =>
  period === 'alles' ? {} : { 'filter[day_gteq]': `${period}-01-01`, 'filter[day_lteq]': `${period}-12-31` };

export function useOwnHours(period: Period) {
  const query = { 'filter[mine_eq]': true, ...daysOf(period), sort: '-day', 'page[size]': SHOWN };
  const { data, status, refresh: again, change } = useCall(HOURS_CALLS.hours, { query });
  const items: readonly HoursEntry[] = data?.items ?? [];
  const total = typeof data?.meta.total === 'number' ? data.meta.total : items.length;
  const more = () =>
    change(async (shown, signal) => {
      const number = Math.floor((shown?.items.length ?? 0) / SHOWN) + 1;
      const next = await send(HOURS_CALLS.hours, { query: { ...query, 'page[number]': number }, signal });
      return { ...next, items: [...(shown?.items ?? []), ...next.items] };
    });
  return { items, total, status, isThere: data !== undefined, again, more };
}

/** The entries of this week and the two before it: what may have been done again. */
export function useRecentHours() {
  const from = addDays(mondayOf(today()), -2 * WEEK);
  const query = { 'filter[mine_eq]': true, 'filter[day_gteq]': from, sort: 'day', 'page[size]': SHOWN };
  return useCall(HOURS_CALLS.hours, { query }).data?.items ?? null;
}

export const useTotalsLoaded = (period: Period, by: 'organization' | 'work') =>
  useCall(
    HOURS_CALLS.hoursTotals,
    { query: { 'filter[mine_eq]': true, ...daysOf(period), group_by: by } },
    { keeps: true },
  );

export const useOwnTotals = (period: Period, by: 'organization' | 'work') =>
  useTotalsLoaded(period, by).data?.meta ?? null;

const NO_WORK: readonly LoggableWork[] = [];

/** For what somebody may write hours. Null: it is not known yet. */
export function useWork(): readonly LoggableWork[] | null {
  const { data, status } = useCall(HOURS_CALLS.hoursWork, {});
  return data?.meta.work ?? (status === 'error' ? NO_WORK : null);
}

export type OwnLink = StudentLink & { hoursConfirmed?: number; hoursWaiting?: number };

/** The internship of a student: the hours that were agreed, and how far they are. */
export function useOwnLinks(): readonly OwnLink[] {
  const id = currentUser.value?.id;
  const { items } = useResourceList(
    'student_links',
    id === undefined ? null : { filter: { studentIdEq: id }, include: ['organization'] },
  );
  return (items as readonly OwnLink[]).filter(({ hourTarget }) => hourTarget !== null);
}

export async function suggestOrganizations(
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  if (typed.trim().length < 2) return [];
  const { items } = await listResource(
    'organizations',
    {
      filter: { q: typed.trim(), statusEq: 'approved' },
      fields: { organizations: ['name'] },
      page: { size: SUGGESTED },
    },
    { signal },
  );
  return items.map(({ id, name }) => ({ value: id, label: name, text: name }));
}

/** Lists and totals follow, also where a change was refused: it may have been made elsewhere. */
export async function thenRefresh<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } finally {
    await refresh(keyOf(PATH));
  }
}

export const writeHours = (body: NewHours, idempotencyKey: string) =>
  thenRefresh(send(HOURS_CALLS.writeHours, { body, idempotencyKey }));

export const changeHours = (entry: HoursEntry, body: HoursChange) =>
  thenRefresh(send(HOURS_CALLS.changeHours, { id: entry.id, body, headers: asRead(entry) }));

export const removeHours = (entry: HoursEntry) =>
  thenRefresh(send(HOURS_CALLS.removeHours, { id: entry.id, headers: asRead(entry) }));

/** A step about what was read: where it has changed since, it is refused. */
export const takeHoursStep = (entry: HoursEntry, event: HoursEvent, message?: string) =>
  thenRefresh(
    send(HOURS_CALLS.hoursStep, {
      id: entry.id,
      body: message === undefined ? { event } : { event, message },
      headers: asRead(entry),
    }),
  );

export interface Again {
  entry: HoursEntry;
  hours: number;
}

const newOf = ({ entry, hours }: Again): NewHours => ({
  ...(entry.applicationId !== null
    ? { applicationId: entry.applicationId }
    : entry.activityId !== null
      ? { activityId: entry.activityId }
      : {
          ...(entry.organizationId === null ? {} : { organizationId: entry.organizationId }),
          description: entry.work,
        }),
  day: addDays(entry.day, WEEK),
  hours,
});

/** Writes entries again for the week after: those that stayed as they were in one call, the others one by one. */
export async function writeAgain(chosen: readonly Again[], keyFor: (id: string) => string): Promise<void> {
  const same = chosen.filter(({ entry, hours }) => entry.hours === hours);
  const other = chosen.filter((each) => !same.includes(each));
  await thenRefresh(
    (async () => {
      if (same.length > 0) {
        const ids = same.map(({ entry }) => entry.id);
        await send(HOURS_CALLS.repeatHours, { body: { ids }, idempotencyKey: keyFor(ids.join()) });
      }
      for (const each of other)
        await send(HOURS_CALLS.writeHours, { body: newOf(each), idempotencyKey: keyFor(each.entry.id) });
    })(),
  );
}
