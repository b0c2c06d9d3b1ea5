// The list of who subscribed to the newsletter: its address is its state. Pure.
import { type FilterOf, type SortOf, typed } from '../../../../api/params.ts';
import type { NewsletterSubscriber } from '../../../../api/schema.d.ts';
import type { Sort } from '../../../../components/table/data-table.tsx';
import { LIST } from '../newsletters-url.ts';

export const SUBSCRIBERS = `${LIST}/subscribers`;
const PAGE_SIZE = 20;

export type SubscriberStatus = NewsletterSubscriber['status'];
export const STATUSES: readonly SubscriberStatus[] = ['active', 'pending', 'left'];
export const VIEWS = ['all', ...STATUSES] as const;

type Order = SortOf<'newsletter_subscribers'>;
/** Who came last first. */
const FIRST_SORT: Order = '-created_at';
const ORDERS = ['email', 'status', 'confirmed_at', 'created_at'];

export interface ListState {
  status: SubscriberStatus | 'all';
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
    status: VIEWS.find((each) => each === params.get('status')) ?? 'all',
    q: params.get('q') ?? '',
    sort: ORDERS.includes(sort.replace(/^-/, '')) ? typed<Order>(sort) : FIRST_SORT,
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

function queryOf({
  status = 'all',
  q = '',
  sort = FIRST_SORT,
  page = 1,
  size = PAGE_SIZE,
}: Partial<ListState>): URLSearchParams {
  return new URLSearchParams({
    ...(status === 'all' ? {} : { status }),
    ...(q === '' ? {} : { q }),
    ...(sort === FIRST_SORT ? {} : { sort }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === PAGE_SIZE ? {} : { size: String(size) }),
  });
}

const addressOf = (query: URLSearchParams): string =>
  query.size > 0 ? `${SUBSCRIBERS}?${query}` : SUBSCRIBERS;

export const hrefOf = (state: Partial<ListState>): string => addressOf(queryOf(state));

/** They have no screen of their own: the list that holds this one, with its panel open. */
export function hrefOfOne({ id, email }: Pick<NewsletterSubscriber, 'id' | 'email'>): string {
  const query = queryOf({ q: email ?? '' });
  query.set('open', id);
  return addressOf(query);
}

export const filterOf = ({
  status,
  q,
}: Pick<ListState, 'status' | 'q'>): FilterOf<'newsletter_subscribers'> => ({
  ...(status === 'all' ? {} : { statusEq: status }),
  ...(q === '' ? {} : { q }),
});

export const sortOf = (sort: Order): Sort => ({
  key: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? 'descending' : 'ascending',
});

export const sortText = ({ key, direction }: Sort): Order =>
  typed<Order>(direction === 'descending' ? `-${key}` : key);
