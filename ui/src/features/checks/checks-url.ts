// The address of the register is its state. Pure.
import type { CheckKind } from '../../api/check-calls.ts';
import { type ListParams, type SortOf, typed } from '../../api/params.ts';
import type { Sort } from '../../components/table/data-table.tsx';

export const CHECKS_PATH = '/verklaringen';
export const PAGE_SIZE = 20;
type Order = SortOf<'checks'>;
type Filter = NonNullable<ListParams<'checks'>['filter']>;

/** What runs out first stands first. */
const URGENT_FIRST: Order = 'urgency';

/** What asks for something stands first. */
export const VIEWS = ['attention', 'expiring', 'requested', 'expired', 'valid', 'risk', 'all'] as const;
export type View = (typeof VIEWS)[number];

export interface ChecksState {
  view: View;
  q: string;
  kind: string;
  organizationId: string;
  sort: Order;
  page: number;
  size: number;
}

export const EVERYTHING: ChecksState = {
  view: 'attention',
  q: '',
  kind: '',
  organizationId: '',
  sort: URGENT_FIRST,
  page: 1,
  size: PAGE_SIZE,
};

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export function readState(params: URLSearchParams): ChecksState {
  const view = params.get('view');
  return {
    view: VIEWS.find((each) => each === view) ?? EVERYTHING.view,
    q: params.get('q') ?? '',
    kind: params.get('kind') ?? '',
    organizationId:
      wholeNumber(params.get('organization')) === null ? '' : (params.get('organization') ?? ''),
    sort: typed<Order>(params.get('sort') ?? URGENT_FIRST),
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(state: Partial<ChecksState>): string {
  const { view, q, kind, organizationId, sort, page, size } = { ...EVERYTHING, ...state };
  const pairs: [string, string | null][] = [
    ['view', view === EVERYTHING.view ? null : view],
    ['kind', kind],
    ['organization', organizationId],
    ['q', q === '' ? null : encodeURIComponent(q)],
    ['sort', sort === URGENT_FIRST ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? CHECKS_PATH : `${CHECKS_PATH}?${query}`;
}

const OF_VIEW: Readonly<Record<View, Filter>> = {
  attention: { needsAttentionEq: true },
  expiring: { stateIn: 'expiring' },
  requested: { stateIn: 'requested,claimed' },
  expired: { stateIn: 'expired' },
  valid: { stateIn: 'seen,expiring' },
  risk: { atRiskEq: true },
  all: {},
};

/** What the server is asked. `worksFor`: the organisation for which one works. */
export function paramsOf(state: ChecksState, worksFor: string | null): ListParams<'checks'> {
  const { view, q, kind, organizationId, sort, page, size } = state;
  const organization = worksFor ?? organizationId;
  return {
    filter: {
      ...OF_VIEW[view],
      ...(kind === '' ? {} : { kindEq: typed<CheckKind>(kind) }),
      ...(organization === '' ? {} : { organizationIdEq: organization }),
      ...(q === '' ? {} : { q }),
    },
    sort,
    page: { number: page, size },
  };
}

/** The order by urgency belongs to no column. */
export const sortOf = (sort: string): Sort | undefined =>
  sort === URGENT_FIRST
    ? undefined
    : sort.startsWith('-')
      ? { key: sort.slice(1), direction: 'descending' }
      : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): Order =>
  typed(direction === 'descending' ? `-${key}` : key);

/** Whether a view is shown as it is, with nothing looked for. */
export const isPlain = ({ q, kind, organizationId }: ChecksState): boolean =>
  q === '' && kind === '' && organizationId === '';
