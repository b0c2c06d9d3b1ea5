// The list of activities: its address is its state. Pure.
import { type FilterOf, type ListParams, type SortOf, typed } from '../../api/params.ts';
import type { Sort } from '../../components/table/data-table.tsx';

export const ACTIVITIES = '/activiteitenkalender/overzicht';
export const PAGE_SIZE = 20;
export const PRESETS = ['upcoming', 'review', 'drafts', 'workshops', 'past'] as const;
export type Preset = (typeof PRESETS)[number];

type Order = SortOf<'activities'>;

const FIRST_SORT: Record<Preset, Order> = {
  upcoming: 'next_starts_at',
  review: 'created_at',
  drafts: '-created_at',
  workshops: 'next_starts_at',
  past: '-starts_at',
};

/** As owner of activities: the centre itself. */
export const CENTRE = 'centre';

export interface ListState {
  preset: Preset;
  /** The id of an organisation, or `centre`; empty: of all. */
  owner: string;
  q: string;
  sort: Order;
  page: number;
  size: number;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

const ownerIn = (text: string | null): string => (text === CENTRE ? CENTRE : String(wholeNumber(text) ?? ''));

export function readState(params: URLSearchParams): ListState {
  const preset = PRESETS.find((each) => each === params.get('filter')) ?? 'upcoming';
  return {
    preset,
    owner: ownerIn(params.get('organization')),
    q: params.get('q') ?? '',
    sort: typed<Order>(params.get('sort') ?? FIRST_SORT[preset]),
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(state: Partial<ListState>): string {
  const { preset = 'upcoming', owner, q, sort, page = 1, size = PAGE_SIZE } = state;
  const pairs: [string, string | null | undefined][] = [
    ['filter', preset === 'upcoming' ? null : preset],
    ['organization', owner],
    ['q', q ? encodeURIComponent(q) : null],
    ['sort', sort === FIRST_SORT[preset] ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? ACTIVITIES : `${ACTIVITIES}?${query}`;
}

const PRESET_FILTER: Record<Preset, FilterOf<'activities'>> = {
  upcoming: { upcomingEq: true, statusIn: ['published', 'full', 'running'] },
  review: { toReviewEq: true },
  drafts: { statusEq: 'draft' },
  workshops: { isWorkshopEq: true },
  past: { statusIn: ['finished', 'cancelled'] },
};

export const filterOf = ({
  preset,
  owner,
  q,
}: Pick<ListState, 'preset' | 'owner' | 'q'>): FilterOf<'activities'> => ({
  mineEq: true,
  ...PRESET_FILTER[preset],
  ...(owner === CENTRE ? { organizationIdNull: true } : { organizationIdEq: owner }),
  q,
});

export const paramsOf = (state: ListState): ListParams<'activities'> => ({
  filter: filterOf(state),
  sort: state.sort,
  page: { number: state.page, size: state.size },
});

export const sortOf = (sort: string): Sort =>
  sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'descending' }
    : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): Order =>
  typed(direction === 'descending' ? `-${key}` : key);
