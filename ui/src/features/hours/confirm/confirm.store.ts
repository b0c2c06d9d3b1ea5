// Hours of others: reading them and deciding about them.
import { asRead } from '../../../api/as-read.ts';
import { keyOf, useCall, useLoaded, useResource } from '../../../api/hooks.ts';
import { HOURS_CALLS, type HoursEntry, type HoursEvent, type NewHours } from '../../../api/hours-calls.ts';
import { listResource, send, updateResource } from '../../../api/requests.ts';
import type { Organization } from '../../../api/schema.d.ts';
import type { Suggestion } from '../../../components/form/controls/suggest-field.tsx';
import {
  isForCentre,
  menuOfNow,
  organizations,
  selectedOrganization,
  selectedOrganizationId,
} from '../../../lib/session/session.ts';
import { thenRefresh } from '../hours.store.ts';
import { type ConfirmState, queryOfConfirm, queryOfTab, TABS, type Tab } from './confirm-url.ts';

const SUGGESTED = 8;
const NO_ROWS: readonly HoursEntry[] = [];

/** For which one confirms: the hat that is worn, or the only one there is. None: for the centre, or as a mentor. */
export function organizationOfNow(): Organization | null {
  const [only, ...others] = organizations.value;
  const isOfCentre = isForCentre(menuOfNow.value);
  const found = selectedOrganization.value ?? (!isOfCentre && others.length === 0 ? (only ?? null) : null);
  // A School's students help elsewhere: the server knows whose they are.
  return found?.organizationType === 'NonProfit' ? found : null;
}

export function useHoursOfOthers(state: ConfirmState, organizationId: string | null) {
  const { data, status, refresh } = useCall(
    HOURS_CALLS.hours,
    { query: queryOfConfirm(state, organizationId) },
    { keeps: true, scope: selectedOrganizationId.value },
  );
  const numberOf = (name: string, otherwise: number): number =>
    typeof data?.meta[name] === 'number' ? data.meta[name] : otherwise;
  const rows: readonly HoursEntry[] = data?.items ?? NO_ROWS;
  return {
    rows,
    total: numberOf('total', rows.length),
    pages: numberOf('pages', 1),
    isThere: data !== undefined,
    isFailed: status === 'error',
    refresh,
  };
}

export type TabCounts = Readonly<Partial<Record<Tab, number>>>;

const NO_COUNTS: TabCounts = {};

export function useTabCounts(organizationId: string | null): TabCounts {
  const load = async (signal: AbortSignal): Promise<TabCounts> =>
    Object.fromEntries(
      await Promise.all(
        TABS.map(async (tab) => {
          const query = { ...queryOfTab(tab, organizationId), 'page[size]': 1 };
          const { meta } = await send(HOURS_CALLS.hours, { query, signal });
          return [tab, typeof meta.total === 'number' ? meta.total : 0] as const;
        }),
      ),
    );
  // Begins as the address of the lists, so that it follows a change with them.
  return (
    useLoaded(`${keyOf('/hours_entries')}#counts:${organizationId ?? ''}`, load, {
      keeps: true,
      scope: selectedOrganizationId.value,
    }).data ?? NO_COUNTS
  );
}

export interface ManyDone {
  done: readonly HoursEntry[];
  refused: readonly { row: HoursEntry; reason: string }[];
}

/** The same step with several, each as it was read. */
export async function takeManySteps(
  rows: readonly HoursEntry[],
  event: HoursEvent,
  message?: string,
): Promise<ManyDone> {
  const body = {
    ids: rows.map(({ id }) => id),
    attributes: message === undefined ? { event } : { event, message },
    versions: Object.fromEntries(
      rows.flatMap(({ id, rowVersion }) => (rowVersion === undefined ? [] : [[id, rowVersion]])),
    ),
  };
  const { document } = await thenRefresh(send(HOURS_CALLS.manyHoursSteps, { body }));
  const answered = Array.isArray(document.data) ? document.data : [];
  const refused = rows.flatMap((row) => {
    const meta = answered.find(({ id }) => id === row.id)?.meta as { errors?: Refused[] } | undefined;
    const [error] = meta?.errors ?? [];
    return error ? [{ row, reason: error.detail ?? error.title ?? '' }] : [];
  });
  return { done: rows.filter((row) => !refused.some((each) => each.row === row)), refused };
}

interface Refused {
  title?: string;
  detail?: string;
}

export const correctHours = (row: HoursEntry, hours: number, reason: string) =>
  thenRefresh(send(HOURS_CALLS.correctHours, { id: row.id, body: { hours, reason }, headers: asRead(row) }));

export const writeForSomebody = (body: NewHours, idempotencyKey: string) =>
  thenRefresh(send(HOURS_CALLS.writeHours, { body, idempotencyKey }));

/** Who helps here, with what: as `application:person`. */
export async function suggestHelpers(
  organizationId: string | null,
  typed: string,
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const { items } = await listResource(
    'applications',
    {
      filter: {
        mineEq: false,
        stageIn: ['accepted', 'started', 'completed'],
        userIdNull: false,
        ...(typed.trim() ? { q: typed.trim() } : {}),
        ...(organizationId === null ? {} : { organizationIdEq: organizationId }),
      },
      sort: 'name',
      page: { size: SUGGESTED },
    },
    { signal },
  );
  return items.map(({ id, userId, firstName, lastName, vacancyTitle }) => {
    const name = [firstName, lastName].filter(Boolean).join(' ');
    return { value: `${id}:${userId}`, label: name, note: vacancyTitle, text: `${name}, ${vacancyTitle}` };
  });
}

type WithSetting = Organization & { autoConfirmsHours?: boolean };

export const useHoursSetting = (organizationId: string | null): WithSetting | null =>
  useResource('organizations', organizationId).item;

export async function saveHoursSetting(id: string, autoConfirmsHours: boolean): Promise<void> {
  await updateResource('organizations', id, { autoConfirmsHours } as object);
}
