// The lists of pages and of news: their address is their state. Pure.
import { type FilterOf, type SortOf, typed } from '../../../../api/params.ts';
import type { Sort } from '../../../../components/table/data-table.tsx';

const PAGE_SIZE = 20;

/** A page, or a news item: each has a list of its own. */
export type Kind = 'pages' | 'news';
export const pathOf = (kind: Kind): string => `/content/${kind}`;

export const STATES = ['all', 'draft', 'scheduled', 'published', 'unpublished', 'deleted'] as const;
export type State = (typeof STATES)[number];
export const LOCALES = ['nl', 'en'] as const;
export type Locale = (typeof LOCALES)[number];

type Order = SortOf<'pages'>;
const FIRST_SORT = '-updated_at';
const ORDERS = ['title', 'updated_at', 'published_at', 'locale'];

export interface ListState {
  state: State;
  locale: Locale | '';
  q: string;
  sort: Order;
  page: number;
  size: number;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export function readState(params: URLSearchParams): ListState {
  const sort = params.get('sort') ?? '';
  return {
    state: STATES.find((each) => each === params.get('status')) ?? 'all',
    locale: LOCALES.find((each) => each === params.get('locale')) ?? '',
    q: params.get('q') ?? '',
    sort: typed<Order>(ORDERS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT),
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(
  kind: Kind,
  { state, locale, q, sort, page = 1, size = PAGE_SIZE }: Partial<ListState>,
): string {
  const pairs: [string, string | null | undefined][] = [
    ['status', state === 'all' ? null : state],
    ['locale', locale],
    ['q', q ? encodeURIComponent(q) : null],
    ['sort', sort === FIRST_SORT ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? pathOf(kind) : `${pathOf(kind)}?${query}`;
}

export function filterOf(kind: Kind, { state, locale, q }: ListState): FilterOf<'pages'> {
  return {
    ...(kind === 'news' ? { pageTypeEq: 'news' } : { pageTypeIn: ['default', 'success_story'] }),
    ...(state === 'all' ? {} : { statusEq: state }),
    ...(locale === '' ? {} : { localeEq: locale }),
    ...(q === '' ? {} : { q }),
  } as FilterOf<'pages'>;
}

export const sortOf = (sort: Order): Sort => ({
  key: String(sort).replace(/^-/, ''),
  direction: String(sort).startsWith('-') ? 'descending' : 'ascending',
});

export const sortText = ({ key, direction }: Sort): Order =>
  typed<Order>(direction === 'descending' ? `-${key}` : key);
