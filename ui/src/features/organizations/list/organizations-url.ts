// The list of organisations: its address is its state. Pure.
import { type FilterOf, type SortOf, typed } from '../../../api/params.ts';
import type { Sort } from '../../../components/table/data-table.tsx';

const PATH = '/organizations';
const PAGE_SIZE = 20;

/** Those who take part first. */
export const STATES = ['approved', 'pending', 'denied', 'archived', 'all'] as const;
export type State = (typeof STATES)[number];

/** What somebody has to look at, whatever the state: not confirmed, a change asked for, coming from another centre, nobody signed in for a month. */
export const CHECKS = ['unconfirmed', 'change', 'incoming', 'quiet'] as const;
export type Check = (typeof CHECKS)[number];

export const KINDS = ['NonProfit', 'School', 'VolunteerCenter'] as const;
export type OrganizationKind = (typeof KINDS)[number];

type Order = SortOf<'organizations'>;
const FIRST_SORT: Order = 'name';
const ORDERS = ['name', 'status', 'vacancies_count', 'created_at'];

export interface ListState {
  state: State;
  check: Check | '';
  kind: OrganizationKind | '';
  q: string;
  sort: Order;
  page: number;
  size: number;
  /** The map stands beside the list. */
  isMap: boolean;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export function readState(params: URLSearchParams): ListState {
  const [state, sort] = [params.get('status'), params.get('sort') ?? ''];
  return {
    state: STATES.find((each) => each === state) ?? 'approved',
    check: CHECKS.find((each) => each === params.get('check')) ?? '',
    kind: KINDS.find((each) => each === params.get('kind')) ?? '',
    q: params.get('q') ?? '',
    sort: ORDERS.includes(sort.replace(/^-/, '')) ? typed<Order>(sort) : FIRST_SORT,
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
    isMap: params.get('view') === 'map',
  };
}

export function hrefOf({
  state,
  check,
  kind,
  q,
  sort,
  page = 1,
  size = PAGE_SIZE,
  isMap,
}: Partial<ListState>): string {
  const pairs: [string, string | null | undefined][] = [
    ['status', state === 'approved' ? null : state],
    ['check', check],
    ['kind', kind],
    ['q', q ? encodeURIComponent(q) : null],
    ['sort', sort === FIRST_SORT ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
    ['view', isMap ? 'map' : null],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? PATH : `${PATH}?${query}`;
}

const EVERY_STATE = STATES.filter((each) => each !== 'all');

export function filterOf({
  state,
  check,
  kind,
  q,
}: Pick<ListState, 'state' | 'check' | 'kind' | 'q'>): FilterOf<'organizations'> {
  const statusIn = check !== '' || state === 'all' ? EVERY_STATE : [state];
  return {
    statusIn,
    ...(check === 'unconfirmed' ? { unconfirmedEq: true } : {}),
    ...(check === 'change' ? { changeRequestedEq: true } : {}),
    ...(check === 'incoming' ? { incomingEq: true } : {}),
    ...(check === 'quiet' ? { quietEq: true } : {}),
    ...(kind === '' ? {} : { organizationTypeEq: kind }),
    ...(q === '' ? {} : { q }),
  };
}

export const sortOf = (sort: Order): Sort => ({
  key: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? 'descending' : 'ascending',
});

export const sortText = ({ key, direction }: Sort): Order =>
  typed<Order>(direction === 'descending' ? `-${key}` : key);
