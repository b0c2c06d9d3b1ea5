// Checks of others: reading them, and writing down what was seen.

import { refresh } from '../../api/cache.ts';
import { CHECK_CALLS, type CheckKind, type NewCheck, type SeenPaper } from '../../api/check-calls.ts';
import { keyOf, mutate, useLoaded, useResourceList } from '../../api/hooks.ts';
import { countResource, listResource, send } from '../../api/requests.ts';
import type { Suggestion } from '../../components/form/controls/suggest-field.tsx';
import { isForCentre, menuOfNow, selectedOrganizationId } from '../../lib/session/session.ts';
import { type ChecksState, EVERYTHING, paramsOf, VIEWS, type View } from './checks-url.ts';

const PATH = '/checks';
/** More than this is no list to choose from. */
const CHOICES_AT_MOST = 100;
const SUGGESTED = 8;

/** The organisation for which one works; null: for the centre, or for the only organisation there is. */
export const worksFor = (): string | null =>
  isForCentre(menuOfNow.value) ? null : selectedOrganizationId.value;

export const useChecks = (state: ChecksState) =>
  useResourceList('checks', paramsOf(state, worksFor()), { scope: selectedOrganizationId.value });

export type ViewCounts = Readonly<Partial<Record<View, number>>>;

const NO_COUNTS: ViewCounts = {};

/** How much each view holds. A number that cannot be had is left out. */
export function useViewCounts(organizationId: string): ViewCounts {
  const of = worksFor();
  const load = async (signal: AbortSignal): Promise<ViewCounts> => {
    const found = await Promise.all(
      VIEWS.map(async (view) => {
        const params = paramsOf({ ...EVERYTHING, view, organizationId }, of);
        const count = await countResource(
          'checks',
          { ...params, fields: { checks: ['state'] } },
          { signal },
        ).catch(() => null);
        return count === null ? [] : [[view, count] as const];
      }),
    );
    return Object.fromEntries(found.flat());
  };
  // Begins as the address of the lists, so that it follows a change with them.
  return (
    useLoaded(`${keyOf(PATH)}#counts:${organizationId}`, load, {
      keeps: true,
      scope: selectedOrganizationId.value,
    }).data ?? NO_COUNTS
  );
}

/** Those of the centre; none where they are too many to choose from, or where one works for one of them. */
export function useOrganizationChoices(): readonly { value: string; label: string }[] {
  const isOfCentre = worksFor() === null && isForCentre(menuOfNow.value);
  const { items, total } = useResourceList(
    'organizations',
    isOfCentre
      ? {
          fields: { organizations: ['name'] },
          filter: { statusEq: 'approved' },
          page: { size: CHOICES_AT_MOST },
          sort: 'name',
        }
      : null,
  );
  return total > CHOICES_AT_MOST ? [] : items.map(({ id, name }) => ({ value: id, label: name }));
}

/** After a check has changed: every list of them, and what applications lack. */
export async function thenRefresh<T>(change: Promise<T>): Promise<T> {
  const done = await mutate(() => change);
  await refresh(keyOf(PATH), keyOf('/applications'), 'counts:menu:');
  return done;
}

export const noteCheck = (id: string, body: SeenPaper) =>
  thenRefresh(send(CHECK_CALLS.seeCheck, { id, body }));

export const addCheck = (body: NewCheck, idempotencyKey: string) =>
  thenRefresh(send(CHECK_CALLS.addCheck, { body, idempotencyKey }));

export const askFor = (applicationId: string, kind: CheckKind) =>
  addCheck({ applicationId, kind }, crypto.randomUUID());

export const claimCheck = (id: string) =>
  thenRefresh(send(CHECK_CALLS.checkStep, { id, body: { event: 'claim' } }));

/** Who applied here: a paper belongs to an application. */
export async function suggestPeople(typed: string, signal: AbortSignal): Promise<readonly Suggestion[]> {
  const of = worksFor();
  const { items } = await listResource(
    'applications',
    {
      filter: {
        mineEq: false,
        stageIn: ['new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'],
        ...(typed.trim() ? { q: typed.trim() } : {}),
        ...(of === null ? {} : { organizationIdEq: of }),
      },
      sort: 'name',
      page: { size: SUGGESTED },
    },
    { signal },
  );
  return items.map(({ id, name, vacancyTitle, organizationName }) => ({
    value: id,
    label: name,
    note: `${vacancyTitle}, ${organizationName}`,
    text: `${name}, ${vacancyTitle}`,
  }));
}
