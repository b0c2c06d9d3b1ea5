// The answers to a form: the address of the list is its state. Pure.
import type { Sort } from '../../components/table/data-table.tsx';

export const STATES = ['new', 'in_progress', 'done', 'spam'] as const;
export type SubmissionState = (typeof STATES)[number];
/** In the filter on who deals with it. */
export const NOBODY = 'nobody';

const PAGE_SIZE = 20;
const FIRST_SORT = '-created_at';
const ORDERS = ['created_at', 'status', 'name'];

export interface SubmissionsState {
  /** Empty: all but spam. */
  status: SubmissionState | '';
  q: string;
  /** A question and one of its options: '12:Ja'. */
  answer: string;
  assignee: string;
  /** A column, with a minus before it from the last to the first. */
  sort: string;
  page: number;
  size: number;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

export function readState(params: URLSearchParams): SubmissionsState {
  const sort = params.get('sort') ?? '';
  return {
    status: STATES.find((each) => each === params.get('status')) ?? '',
    q: params.get('q') ?? '',
    answer: params.get('answer') ?? '',
    assignee: params.get('assignee') ?? '',
    sort: ORDERS.includes(sort.replace(/^-/, '')) ? sort : FIRST_SORT,
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(form: string, state: Partial<SubmissionsState>): string {
  const { status, q, answer, assignee, sort = FIRST_SORT, page = 1, size = PAGE_SIZE } = state;
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ status, q, answer, assignee }))
    if (value) query.set(name, value);
  if (sort !== FIRST_SORT) query.set('sort', sort);
  if (page > 1) query.set('page', String(page));
  if (size !== PAGE_SIZE) query.set('size', String(size));
  const text = query.toString();
  return text === '' ? `/form_builder/${form}` : `/form_builder/${form}?${text}`;
}

/** As the server wants it: of the list and of the files alike. */
export function filterOf({ status, q, answer, assignee }: SubmissionsState): Record<string, string> {
  return {
    ...(status === '' ? { 'filter[status_not_eq]': 'spam' } : { 'filter[status_eq]': status }),
    ...(q === '' ? {} : { 'filter[q]': q }),
    ...(answer === '' ? {} : { 'filter[answer]': answer }),
    ...(assignee === ''
      ? {}
      : assignee === NOBODY
        ? { 'filter[assignee_id_null]': 'true' }
        : { 'filter[assignee_id_eq]': assignee }),
  };
}

export const sortOf = (sort: string): Sort => ({
  key: sort.replace(/^-/, ''),
  direction: sort.startsWith('-') ? 'descending' : 'ascending',
});

export const sortText = ({ key, direction }: Sort): string => (direction === 'descending' ? `-${key}` : key);
