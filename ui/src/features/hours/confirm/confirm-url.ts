// Which hours are looked at by who confirms them, as the address says it. Pure.
import type { HoursEntry, HoursQuery } from '../../../api/hours-calls.ts';

export const CONFIRM_PATH = '/uren/bevestigen';
/** As many as are confirmed in one press. */
export const PAGE_SIZE = 100;

/** In the order of the tabs. */
export const TABS = ['waiting', 'odd', 'students', 'disputed', 'confirmed', 'refused'] as const;
export type Tab = (typeof TABS)[number];

const WORD: Readonly<Record<Tab, string>> = {
  waiting: '',
  odd: 'let-op',
  students: 'leerlingen',
  disputed: 'niet-eens',
  confirmed: 'bevestigd',
  refused: 'afgewezen',
};

const FILTER: Readonly<Record<Tab, HoursQuery>> = {
  waiting: { 'filter[status_in]': 'logged' },
  odd: { 'filter[status_in]': 'logged', 'filter[has_hints_eq]': true },
  students: { 'filter[status_in]': 'logged', 'filter[is_student_eq]': true },
  disputed: { 'filter[status_in]': 'disputed' },
  confirmed: { 'filter[status_in]': 'confirmed,corrected' },
  refused: { 'filter[status_in]': 'refused' },
};

export const SORTS = ['day', '-day', 'hours', '-hours', 'person_name', '-person_name'] as const;
type SortName = (typeof SORTS)[number];

export interface ConfirmState {
  tab: Tab;
  q: string;
  sort: SortName;
  page: number;
}

/** The oldest first: it waits the longest. What is done begins with the newest. */
const usualSort = (tab: Tab): SortName => (['confirmed', 'refused'].includes(tab) ? '-day' : 'day');

export function readConfirm(params: URLSearchParams): ConfirmState {
  const tab = TABS.find((each) => WORD[each] === (params.get('weergave') ?? '')) ?? 'waiting';
  const page = Number(params.get('page'));
  return {
    tab,
    q: params.get('q') ?? '',
    sort: SORTS.find((each) => each === params.get('sort')) ?? usualSort(tab),
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export function confirmHref({ tab, q, sort, page }: ConfirmState): string {
  const query = new URLSearchParams({
    ...(WORD[tab] ? { weergave: WORD[tab] } : {}),
    ...(q ? { q } : {}),
    ...(sort === usualSort(tab) ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
  });
  return query.size > 0 ? `${CONFIRM_PATH}?${query}` : CONFIRM_PATH;
}

export const tabHref = (tab: Tab): string => confirmHref({ tab, q: '', sort: usualSort(tab), page: 1 });

/** The organisation for which one works; none: all that one may see. */
const scopeOf = (organizationId: string | null): HoursQuery =>
  organizationId === null ? {} : { 'filter[organization_id_eq]': organizationId };

export const queryOfTab = (tab: Tab, organizationId: string | null): HoursQuery => ({
  ...FILTER[tab],
  // Nobody confirms their own.
  'filter[mine_eq]': false,
  ...scopeOf(organizationId),
});

export const queryOfConfirm = (
  { tab, q, sort, page }: ConfirmState,
  organizationId: string | null,
): HoursQuery => ({
  ...queryOfTab(tab, organizationId),
  ...(q ? { 'filter[q]': q } : {}),
  sort,
  'page[number]': page,
  'page[size]': PAGE_SIZE,
});

/** Nothing about it asks for a second look. */
export const isOrdinary = ({ hints }: Pick<HoursEntry, 'hints'>): boolean => hints.length === 0;

export const isTickable = ({ status, transitions }: Pick<HoursEntry, 'status' | 'transitions'>): boolean =>
  status === 'logged' && transitions.includes('confirm');

/** What somebody ticked or unticked themselves. */
export type Ticks = Readonly<Record<string, boolean>>;

/** The rows that are ticked: what is ordinary by itself, what is odd only by hand. */
export const tickedOf = (rows: readonly HoursEntry[], ticks: Ticks): readonly HoursEntry[] =>
  rows.filter((row) => isTickable(row) && (ticks[row.id] ?? isOrdinary(row)));
