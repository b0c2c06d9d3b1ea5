// The list of own vacancies: its address is its state. Pure.
import type { VacancyStatus } from '../../../api/choices.ts';
import { type FilterOf, type ListParams, type SortOf, typed } from '../../../api/params.ts';
import type { Sort } from '../../../components/table/data-table.tsx';

export const MY_VACANCIES = '/vacancies';
export const PAGE_SIZE = 20;
export const SOON_DAYS = 21;

export const PRESETS = ['all', 'review', 'expiring', 'drafts'] as const;
export type Preset = (typeof PRESETS)[number];

export const FILTERED_STATUSES: readonly VacancyStatus[] = [
  'published',
  'draft',
  'filled',
  'expired',
  'archived',
];

type Order = SortOf<'vacancies'>;

/** In which order a saved filter begins: what needs a hand first, on top. */
const FIRST_SORT: Record<Preset, Order> = {
  all: '-created_at',
  review: 'created_at',
  expiring: 'expires_at',
  drafts: '-created_at',
};

export interface ListState {
  preset: Preset;
  status: VacancyStatus | '';
  q: string;
  sort: Order;
  page: number;
  size: number;
}

const isPreset = (text: string | null): text is Preset => PRESETS.includes(text as Preset);

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export function readState(params: URLSearchParams): ListState {
  const asked = params.get('filter');
  const preset = isPreset(asked) ? asked : 'all';
  return {
    preset,
    status: typed<VacancyStatus | ''>(params.get('status') ?? ''),
    q: params.get('q') ?? '',
    sort: typed<Order>(params.get('sort') ?? FIRST_SORT[preset]),
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(state: Partial<ListState>): string {
  const { preset = 'all', status, q, sort, page = 1, size = PAGE_SIZE } = state;
  const pairs: [string, string | null | undefined][] = [
    ['filter', preset === 'all' ? null : preset],
    ['status', status],
    ['q', q ? encodeURIComponent(q) : null],
    ['sort', sort === FIRST_SORT[preset] ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? MY_VACANCIES : `${MY_VACANCIES}?${query}`;
}

/** Rounded to the day, so that the same list has the same address all day. */
function dayFrom(now: Date, days: number): string {
  return new Date(Date.UTC(now.getFullYear(), now.getMonth(), now.getDate() + days))
    .toISOString()
    .slice(0, 10);
}

function presetFilter(preset: Preset, now: Date): FilterOf<'vacancies'> {
  switch (preset) {
    case 'review':
      return { toReviewEq: true };
    case 'expiring':
      return {
        statusIn: ['published', 'filled'],
        expiresAtGteq: dayFrom(now, 0),
        expiresAtLteq: dayFrom(now, SOON_DAYS),
      };
    case 'drafts':
      return { statusEq: 'draft' };
    default:
      return {};
  }
}

export function filterOf(state: ListState, now: Date = new Date()): FilterOf<'vacancies'> {
  return {
    mineEq: true,
    ...(state.status && state.preset === 'all' ? { statusEq: state.status } : {}),
    ...presetFilter(state.preset, now),
    q: state.q,
  };
}

export function paramsOf(state: ListState, now: Date = new Date()): ListParams<'vacancies'> {
  return {
    filter: filterOf(state, now),
    include: 'contactPerson',
    sort: state.sort,
    page: { number: state.page, size: state.size },
  };
}

export const sortOf = (sort: string): Sort =>
  sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'descending' }
    : { key: sort, direction: 'ascending' };

export const sortText = ({ key, direction }: Sort): Order =>
  typed(direction === 'descending' ? `-${key}` : key);
