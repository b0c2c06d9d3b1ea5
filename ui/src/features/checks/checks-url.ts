// The address of the register is its state. Pure.
import type { ChecksQuery } from '../../api/check-calls.ts';
import type { Sort } from '../../components/table/data-table.tsx';

export const CHECKS_PATH = '/verklaringen';
export const PAGE_SIZE = 20;
/** What runs out first stands first. */
const URGENT_FIRST = 'urgency';

/** What asks for something stands first. */
export const VIEWS = ['attention', 'expiring', 'requested', 'expired', 'valid', 'risk', 'all'] as const;
export type View = (typeof VIEWS)[number];

export interface ChecksState {
  view: View;
  q: string;
  kind: string;
  organizationId: string;
  sort: string;
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
    sort: params.get('sort') ?? URGENT_FIRST,
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

const OF_VIEW: Readonly<Record<View, ChecksQuery>> = {
  attention: { 'filter[needs_attention_eq]': true },
  expiring: { 'filter[state_in]': 'expiring' },
  requested: { 'filter[state_in]': 'requested,claimed' },
  expired: { 'filter[state_in]': 'expired' },
  valid: { 'filter[state_in]': 'seen,expiring' },
  risk: { 'filter[at_risk_eq]': true },
  all: {},
};

/** What the server is asked, without order and page. `organizationId`: for which organisation one works. */
export const filterOf = (
  { view, q, kind, organizationId }: ChecksState,
  worksFor: string | null,
): ChecksQuery => {
  const organization = worksFor ?? organizationId;
  return {
    ...OF_VIEW[view],
    ...(kind === '' ? {} : { 'filter[kind_eq]': kind }),
    ...(organization === '' ? {} : { 'filter[organization_id_eq]': organization }),
    ...(q === '' ? {} : { 'filter[q]': q }),
  };
};

export const queryOf = (state: ChecksState, worksFor: string | null): ChecksQuery => ({
  ...filterOf(state, worksFor),
  sort: state.sort,
  'page[number]': state.page,
  'page[size]': state.size,
});

/** The order by urgency belongs to no column. */
export const sortOf = (sort: string): Sort | undefined =>
  sort === URGENT_FIRST
    ? undefined
    : sort.startsWith('-')
      ? { key: sort.slice(1), direction: 'descending' }
      : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): string => (direction === 'descending' ? `-${key}` : key);

/** Whether a view is shown as it is, with nothing looked for. */
export const isPlain = ({ q, kind, organizationId }: ChecksState): boolean =>
  q === '' && kind === '' && organizationId === '';
