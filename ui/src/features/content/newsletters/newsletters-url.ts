// Addresses of newsletters; that of the list is its state. Pure.
import { NEWSLETTER_STATUSES, type NewsletterStatus } from '../../../api/newsletter-calls.ts';
import type { FilterOf, SortOf } from '../../../api/params.ts';

export const LIST = '/content/newsletters';
const PAGE_SIZE = 20;

export const VIEWS = ['all', ...NEWSLETTER_STATUSES] as const;

export interface ListState {
  status: NewsletterStatus | 'all';
  page: number;
  size: number;
}

/** A draft is written, any other one is looked at. */
export const hrefOfOne = ({ id, status }: { id: string; status: NewsletterStatus }): string =>
  status === 'draft' ? `${LIST}/${id}/edit` : `${LIST}/${id}`;

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export const readState = (params: URLSearchParams): ListState => ({
  status: VIEWS.find((each) => each === params.get('status')) ?? 'all',
  page: wholeNumber(params.get('page')) ?? 1,
  size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
});

export function hrefOf({ status = 'all', page = 1, size = PAGE_SIZE }: Partial<ListState>): string {
  const query = new URLSearchParams({
    ...(status === 'all' ? {} : { status }),
    ...(page > 1 ? { page: String(page) } : {}),
    ...(size === PAGE_SIZE ? {} : { size: String(size) }),
  });
  return query.size > 0 ? `${LIST}?${query}` : LIST;
}

export const filterOf = ({ status }: ListState): FilterOf<'newsletters'> =>
  status === 'all' ? {} : { statusEq: status };

/** The list has one order. */
export const ORDER: SortOf<'newsletters'> = '-updated_at';
