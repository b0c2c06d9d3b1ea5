// The desk: finding and registering people, and what is done for one of them.
import { refresh } from '../../api/cache.ts';
import {
  DESK_CALLS,
  type DeskHours,
  type DeskPerson,
  type DeskRegistration,
  type WalkIn,
} from '../../api/desk-calls.ts';
import { fetchFile } from '../../api/download.ts';
import { keyOf, useCall, useLoaded, useResource, useResourceList } from '../../api/hooks.ts';
import type { LoggableWork } from '../../api/hours-calls.ts';
import { listResource, readResource, send, updateResource } from '../../api/requests.ts';
import type { Activity, ActivityOccurrence, ActivitySignUpInput, Vacancy } from '../../api/schema.d.ts';
import type { Suggestion } from '../../components/form/controls/suggest-field.tsx';
import { saveFile } from '../../lib/export/download.ts';
import { localDay } from '../../lib/locale/local-time.ts';

const FOUND = 12;
const DATES = 40;
const SHOWN = 8;
const SUGGESTED = 8;

export const today = (): string => localDay(new Date().toISOString());

export async function findByCode(code: string): Promise<readonly DeskPerson[]> {
  return (await send(DESK_CALLS.find, { body: { code } })).items;
}

export async function findByName(name: string, birthYear: number): Promise<readonly DeskPerson[]> {
  return (await send(DESK_CALLS.find, { body: { name, birthYear } })).items;
}

export async function register(body: DeskRegistration, idempotencyKey: string): Promise<DeskPerson | null> {
  return (await send(DESK_CALLS.register, { body, idempotencyKey })).item;
}

export const usePerson = (id: string) => useCall(DESK_CALLS.person, { id }, { isNew: true });

/** With the phone number, and the version to which a change of it belongs. */
export const useAccount = (id: string) => useResource('users', id, {}, { isNew: true });

export async function savePhone(id: string, phoneNumber: string): Promise<void> {
  await updateResource('users', id, { phoneNumber: phoneNumber || null });
  await refresh(keyOf('/users'));
}

// What somebody has now.

export const useApplications = (id: string) =>
  useResourceList(
    'applications',
    { filter: { userIdEq: id }, sort: '-created_at', page: { size: SHOWN } },
    { isNew: true },
  );

export const useRegistrations = (id: string) =>
  useResourceList(
    'activity_registrations',
    {
      filter: { userIdEq: id, upcomingEq: true, statusIn: ['registered', 'waitlisted', 'offered'] },
      sort: 'starts_at',
      page: { size: SHOWN },
    },
    { isNew: true },
  );

/** Hours since the first of this month. */
export function useHoursOfMonth(id: string): number | null {
  const query = { 'filter[user_id_eq]': id, 'filter[day_gteq]': `${today().slice(0, 8)}01` };
  return useCall(DESK_CALLS.hoursTotals, { query }, { isNew: true }).data?.meta.hours ?? null;
}

const refreshOwn = () =>
  refresh(keyOf('/applications'), keyOf('/activity_registrations'), keyOf('/hours_entries'), 'counts:menu:');

// Doing something for them.

export async function findVacancies(q: string): Promise<readonly Vacancy[]> {
  const { items } = await listResource('vacancies', {
    filter: { statusIn: ['published', 'filled'], ...(q.trim() ? { q: q.trim() } : {}) },
    page: { size: FOUND },
  });
  return items.filter(({ can }) => can.includes('register'));
}

export async function apply(vacancyId: string, body: WalkIn, idempotencyKey: string) {
  const { item } = await send(DESK_CALLS.apply, { id: vacancyId, body, idempotencyKey });
  await refreshOwn();
  return item;
}

/** The next dates. */
export async function findDates(q: string): Promise<readonly ActivityOccurrence[]> {
  const { items } = await listResource('activity_occurrences', {
    filter: { upcomingEq: true, statusEq: 'planned', isWorkshopEq: false, ...(q ? { q } : {}) },
    sort: 'starts_at',
    page: { size: DATES },
  });
  return items;
}

/** Those that stand there before anything is looked for. */
export const useNextDates = () => useLoaded(keyOf('/activity_occurrences#desk'), () => findDates(''));

export const readActivity = (id: string): Promise<Activity> => readResource('activities', id);

export async function signUp(activityId: string, body: ActivitySignUpInput, idempotencyKey: string) {
  const { item } = await send(DESK_CALLS.signUp, { id: activityId, body, idempotencyKey });
  await refreshOwn();
  return item;
}

const NO_WORK: readonly LoggableWork[] = [];

/** For what hours may be written. Null: it is not known yet. */
export function useWork(id: string): readonly LoggableWork[] | null {
  const { data, status } = useCall(DESK_CALLS.hoursWork, { query: { user_id: id } }, { isNew: true });
  return data?.meta.work ?? (status === 'error' ? NO_WORK : null);
}

export async function writeHours(body: DeskHours, idempotencyKey: string): Promise<void> {
  await send(DESK_CALLS.writeHours, { body, idempotencyKey });
  await refreshOwn();
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

export async function invite(id: string, email: string, idempotencyKey: string): Promise<string> {
  const { meta } = await send(DESK_CALLS.invite, { id, body: { email }, idempotencyKey });
  return meta.sentTo ?? email;
}

// Papers.

export type Paper = 'letter' | 'card';

export async function makeCard(id: string): Promise<void> {
  await send(DESK_CALLS.makeCard, { id, body: {} });
  await refresh(keyOf(`/users/${id}/desk`));
}

/** In a tab of its own, from which it is printed; where the browser opens none it is saved. */
export async function openPaper(id: string, paper: Paper, locale: string, tab: Window | null): Promise<void> {
  try {
    const file = paper === 'card' ? DESK_CALLS.cardFile : DESK_CALLS.letterFile;
    const { fileName, content } = await fetchFile(file, id, `?locale=${locale}`);
    if (tab === null) saveFile(fileName, content);
    else tab.location.href = URL.createObjectURL(content);
  } catch (cause) {
    tab?.close();
    throw cause;
  }
}
