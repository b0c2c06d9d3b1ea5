// The people on the screen, how many each saved filter holds, and the steps for many at once.
import { refresh } from '../../../api/cache.ts';
import { keyOf, useLoaded, useResourceList } from '../../../api/hooks.ts';
import type { Fields } from '../../../api/params.ts';
import { countResource, listResource, readResource, send } from '../../../api/requests.ts';
import type { Operations, Organization } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { menu, organizations, selectedOrganizationId } from '../../../lib/session/session.ts';
import { filtersOf, hrefOf, type ListState, PRESETS, type Preset, paramsOf } from './list-url.ts';

/** Past this many a list to choose from is of no use. */
const LONGEST_CHOICE = 1000;
const NAMES_AT_ONCE = 100;
const AT_ONCE = 200;
const PAGE_OF_IDS = 1000;

export const runsCenter = (): boolean => menu.value.includes('organizations_approve');

/** Another list, from its first page. */
export const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

export const useUsers = (state: ListState, isWanted = true) =>
  useResourceList('users', isWanted ? paramsOf(state) : null, { scope: selectedOrganizationId.value });

type Counts = Readonly<Partial<Record<Preset, number>>>;

const COUNTS = 'counts:users:';

/** A number that cannot be had is left out. */
export function usePresetCounts(state: ListState): Counts {
  const countOf = async (preset: Preset, signal: AbortSignal) => {
    const params = { filter: filtersOf({ ...state, preset }), fields: { users: ['fullName'] } } as const;
    const count = await countResource('users', params, { signal }).catch(() => null);
    return count === null ? [] : [[preset, count] as const];
  };
  const { data } = useLoaded(
    COUNTS + hrefOf({ ...state, preset: 'all', sort: 'last_name', page: 1, size: 20 }),
    async (signal): Promise<Counts> =>
      Object.fromEntries((await Promise.all(PRESETS.map((each) => countOf(each, signal)))).flat()),
    { keeps: true, scope: selectedOrganizationId.value },
  );
  return data ?? {};
}

/** After a step: the list, the counts and the questions are asked for anew. */
export const reloadPeople = (): Promise<void> => refresh(keyOf('/users'), keyOf('/role_invitations'), COUNTS);

/** The organisations to filter by: one's own, or those of the centre. The one in the address is there in any case. Empty where there are too many to choose from. */
export async function loadOrganizationChoices(
  chosen: string,
  signal?: AbortSignal,
): Promise<readonly Organization[]> {
  if (!menu.peek().includes('organizations_approve')) return organizations.peek();
  const fields: Fields = { organizations: ['name'] };
  const pageOf = (number: number) =>
    listResource(
      'organizations',
      { fields, sort: 'name', page: { number, size: NAMES_AT_ONCE } },
      { signal },
    );
  const first = await pageOf(1);
  const total = Number(first.meta.total ?? 0);
  const more = total > LONGEST_CHOICE ? 0 : Math.max(0, Math.ceil(total / NAMES_AT_ONCE) - 1);
  const rest = await Promise.all(Array.from({ length: more }, (_, at) => pageOf(at + 2)));
  const found = total > LONGEST_CHOICE ? [] : [first, ...rest].flatMap(({ items }) => items);
  if (chosen !== '' && !found.some(({ id }) => id === chosen))
    found.unshift(await readResource('organizations', chosen, { fields }, { signal }));
  return found;
}

const NO_CHOICE: readonly Organization[] = [];

export const useOrganizationChoices = (chosen: string): readonly Organization[] =>
  useLoaded(`choices:organizations:${chosen}`, (signal) => loadOrganizationChoices(chosen, signal), {
    keeps: true,
  }).data ?? NO_CHOICE;

type Bulk = Operations['PATCH /users/bulk']['body'];
export type BulkEvent = Bulk['event'];

/** Why accounts are closed: a word of the list, and more in one's own words. */
export interface Why {
  reasonCode: string;
  reason: string;
}

export const CLOSING_REASONS = [
  'asked_for_it',
  'no_contact',
  'duplicate',
  'misconduct',
  'deceased',
  'other',
] as const;

export interface Refusal {
  id: string;
  /** In the reader's language. */
  reason: string;
}

export interface BulkOutcome {
  done: number;
  refused: readonly Refusal[];
}

/** Everybody the filters hold, also on other pages. */
export async function idsOf(state: ListState): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1; ; page += 1) {
    const { items: found } = await listResource('users', {
      filter: filtersOf(state),
      fields: { users: ['fullName'] },
      page: { number: page, size: PAGE_OF_IDS },
    });
    ids.push(...found.map(({ id }) => id));
    if (found.length < PAGE_OF_IDS) return ids;
  }
}

interface WireOutcome {
  id: string;
  meta?: { is_done?: boolean; error?: { detail?: string; title?: string } | null };
}

/** One step for many; what stands in the way of one does not hold up the others. */
export async function takeStep(
  ids: readonly string[],
  event: BulkEvent,
  dryRun: boolean,
  why: Why | null = null,
): Promise<BulkOutcome> {
  const refused: Refusal[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const body = { ids: ids.slice(at, at + AT_ONCE), event, dryRun, ...why };
    const document = await send(STAFF_CALLS.changePeople, { body }).then(
      (answer) => answer.document,
      (cause: unknown) => {
        // What went before stays done, so it is told: only the rest failed.
        if (dryRun || at === 0) throw cause;
        return null;
      },
    );
    if (document === null) {
      refused.push(...ids.slice(at).map((id) => ({ id, reason: '' })));
      break;
    }
    for (const { id, meta } of (document.data ?? []) as unknown as WireOutcome[]) {
      if (meta?.is_done !== true)
        refused.push({ id, reason: meta?.error?.detail ?? meta?.error?.title ?? '' });
    }
  }
  return { done: ids.length - refused.length, refused };
}
