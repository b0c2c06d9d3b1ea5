// The list of people: its address is its state. Pure.
import { type FilterOf, type ListParams, type SortOf, typed } from '../../../api/params.ts';
import type { User } from '../../../api/schema.d.ts';
import type { Sort } from '../../../components/table/data-table.tsx';

export const LIST_PATH = '/users';
export const PAGE_SIZE = 20;

type Order = SortOf<'users'>;

const FIRST_SORT: Order = 'last_name';

/** The saved filters: by how the account stands. Whoever left is in a list of their own. */
export const PRESETS = ['all', 'active', 'invited', 'inactive', 'archived'] as const satisfies (
  | 'all'
  | User['status']
)[];
export type Preset = (typeof PRESETS)[number];

type Method = User['signupMethod'];
export const SIGNUP_METHODS: readonly Method[] = ['signedUp', 'createdByUser', 'imported', 'unknown'];

export interface ListState {
  preset: Preset;
  role: string;
  method: Method | '';
  organizationId: string;
  q: string;
  sort: Order;
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
    method: SIGNUP_METHODS.find((each) => each === method) ?? '',
    organizationId: String(wholeNumber(params.get('organization')) ?? ''),
    q: params.get('q') ?? '',
    sort: typed<Order>(params.get('sort') ?? FIRST_SORT),
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
export function filtersOf(state: ListState): FilterOf<'users'> {
  return {
    ...(state.preset === 'all'
      ? { statusIn: ['active', 'invited', 'inactive'] }
      : { statusEq: state.preset }),
    withRole: state.role,
    signupMethodEq: state.method,
    memberOfEq: state.organizationId,
    q: state.q,
  };
}

export function paramsOf(state: ListState): ListParams<'users'> {
  return {
    filter: filtersOf(state),
    include: 'roles',
    sort: state.sort === FIRST_SORT ? ['last_name', 'first_name'] : state.sort,
    page: { number: state.page, size: state.size },
  };
}

/** Whether anything narrows the list besides how the accounts stand. */
export const isNarrowed = ({ role, method, organizationId, q }: ListState): boolean =>
  [role, method, organizationId, q].some((each) => each !== '');

export const sortOf = (sort: string): Sort =>
  sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'descending' }
    : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): Order =>
  typed(direction === 'descending' ? `-${key}` : key);
