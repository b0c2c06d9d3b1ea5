// The people on the screen, how many each saved filter holds, and the steps for many at once.
import { signal } from '@preact/signals-react';
import { get, patch } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList, readMeta } from '../../api/jsonapi.ts';
import type { Organization, User } from '../../api/resources.ts';
import { navigateTo } from '../../lib/navigation.ts';
import { menu, organizations } from '../../lib/session.ts';
import { readStored, store } from '../../lib/storage.ts';
import { filtersOf, hrefOf, type ListState, PRESETS, type Preset, queryOf } from './list-url.ts';

const HIDDEN_KEY = 'voluntr-users-hidden';
const HIDDEN_AT_FIRST = ['phone', 'method'];
/** Past this many a list to choose from is of no use. */
const LONGEST_CHOICE = 1000;
const NAMES_AT_ONCE = 100;
const AT_ONCE = 200;
const PAGE_OF_IDS = 1000;

export const users = collection('users');
export const presetCounts = signal<Readonly<Partial<Record<Preset, number>>>>({});
/** Empty where there are too many to choose from. */
export const organizationChoices = signal<readonly Organization[]>([]);

export const hiddenColumns = signal<ReadonlySet<string>>(
  new Set(readStored<string[]>(HIDDEN_KEY) ?? HIDDEN_AT_FIRST),
);

export function hideColumns(hidden: ReadonlySet<string>): void {
  hiddenColumns.value = hidden;
  store(HIDDEN_KEY, [...hidden]);
}

/** Another list, from its first page. */
export const go = (state: ListState, change: Partial<ListState>): void =>
  navigateTo(hrefOf({ ...state, page: 1, ...change }), { replace: true });

export const loadUsers = (state: ListState): Promise<void> => users.list(queryOf(state));

let latest = 0;

/** A number that cannot be had is left out. */
export async function loadPresetCounts(state: ListState): Promise<void> {
  latest += 1;
  const mine = latest;
  const counted = await Promise.all(
    PRESETS.map(async (preset) => {
      const query = { ...filtersOf({ ...state, preset }), 'fields[users]': 'full_name', 'page[size]': 1 };
      const total = await get('/users', { query })
        .then(({ document }) => readMeta(document).total)
        .catch(() => null);
      return typeof total === 'number' ? [[preset, total] as const] : [];
    }),
  );
  if (mine === latest) presetCounts.value = Object.fromEntries(counted.flat());
}

/** The organisations to filter by: one's own, or those of the centre. The one in the address is there in any case. */
export async function loadOrganizationChoices(chosen: string): Promise<void> {
  if (!menu.peek().includes('organizations_approve')) {
    organizationChoices.value = organizations.peek();
    return;
  }
  try {
    const names = { 'fields[organizations]': 'name' };
    const pageOf = async (page: number) => {
      const query = { ...names, sort: 'name', 'page[number]': page, 'page[size]': NAMES_AT_ONCE };
      return (await get('/organizations', { query })).document;
    };
    const first = await pageOf(1);
    const total = Number(readMeta(first).total ?? 0);
    const more = total > LONGEST_CHOICE ? 0 : Math.max(0, Math.ceil(total / NAMES_AT_ONCE) - 1);
    const rest = await Promise.all(Array.from({ length: more }, (_, at) => pageOf(at + 2)));
    const found =
      total > LONGEST_CHOICE ? [] : [first, ...rest].flatMap((each) => readList<Organization>(each));
    if (chosen !== '' && !found.some(({ id }) => id === chosen)) {
      const one = await get(`/organizations/${chosen}`, { query: names });
      found.unshift(...readList<Organization>(one.document));
    }
    organizationChoices.value = found;
  } catch {
    organizationChoices.value = [];
  }
}

export type BulkEvent = 'archive' | 'reactivate' | 'invite';

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
    const { document } = await get('/users', {
      query: {
        ...filtersOf(state),
        'fields[users]': 'full_name',
        'page[number]': page > 1 ? page : null,
        'page[size]': PAGE_OF_IDS,
      },
    });
    const found = readList<User>(document);
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
    const document = await patch('/users/bulk', body).then(
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
