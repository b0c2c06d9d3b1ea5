// The list of people: its address is its state. Pure.
import type { Query } from '../../api/client.ts';
import type { Sort } from '../../components/data-table.tsx';

export const LIST_PATH = '/users';
export const PAGE_SIZE = 20;

const FIRST_SORT = 'last_name';

/** The saved filters: by how the account stands. Whoever left is in a list of their own. */
export const PRESETS = ['all', 'active', 'invited', 'inactive', 'archived'] as const;
export type Preset = (typeof PRESETS)[number];

export const SIGNUP_METHODS = ['signedUp', 'createdByUser', 'imported', 'unknown'] as const;

export interface ListState {
  preset: Preset;
  role: string;
  method: string;
  organizationId: string;
  q: string;
  sort: string;
  page: number;
  size: number;
}

export const EVERYBODY: ListState = {
  preset: 'all',
  role: '',
  method: '',
  organizationId: '',
  q: '',
  sort: FIRST_SORT,
  page: 1,
  size: PAGE_SIZE,
};

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;

const isPreset = (text: string | null): text is Preset => PRESETS.includes(text as Preset);

export function readState(params: URLSearchParams): ListState {
  const status = params.get('status');
  const method = params.get('method') ?? '';
  return {
    preset: isPreset(status) ? status : 'all',
    role: params.get('role') ?? '',
    method: (SIGNUP_METHODS as readonly string[]).includes(method) ? method : '',
    organizationId: String(wholeNumber(params.get('organization')) ?? ''),
    q: params.get('q') ?? '',
    sort: params.get('sort') ?? FIRST_SORT,
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(state: Partial<ListState>): string {
  const { preset, role, method, organizationId, q, sort, page, size } = { ...EVERYBODY, ...state };
  const pairs: [string, string | null][] = [
    ['status', preset === 'all' ? null : preset],
    ['role', role],
    ['method', method],
    ['organization', organizationId],
    ['q', encodeURIComponent(q)],
    ['sort', sort === FIRST_SORT ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? LIST_PATH : `${LIST_PATH}?${query}`;
}

/** Which people, without page and order. */
export function filtersOf(state: ListState): Query {
  return {
    ...(state.preset === 'all'
      ? { 'filter[status_in]': ['active', 'invited', 'inactive'] }
      : { 'filter[status_eq]': state.preset }),
    'filter[with_role]': state.role,
    'filter[signup_method_eq]': state.method,
    'filter[member_of_eq]': state.organizationId,
    'filter[q]': state.q,
  };
}

export function queryOf(state: ListState): Query {
  return {
    ...filtersOf(state),
    include: 'roles',
    sort: state.sort === FIRST_SORT ? 'last_name,first_name' : state.sort,
    'page[number]': state.page > 1 ? state.page : null,
    'page[size]': state.size,
  };
}

/** Whether anything narrows the list besides how the accounts stand. */
export const isNarrowed = ({ role, method, organizationId, q }: ListState): boolean =>
  [role, method, organizationId, q].some((each) => each !== '');

export const sortOf = (sort: string): Sort =>
  sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'descending' }
    : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): string => (direction === 'descending' ? `-${key}` : key);
