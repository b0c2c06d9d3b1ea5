// The work list's address is its state. Pure.
import type { ApplicationStage } from '../../../api/choices.ts';
import { type ListParams, type SortOf, typed } from '../../../api/params.ts';
import type { Sort } from '../../../components/table/data-table.tsx';

export const LIST_PATH = '/applications';
export const PAGE_SIZE = 20;

type Order = SortOf<'applications'>;

const NEWEST_FIRST: Order = '-created_at';

export interface ListState {
  stages: readonly ApplicationStage[];
  /** Waiting longer than so many days. */
  waiting: number | null;
  vacancyId: string | null;
  q: string;
  sort: Order;
  page: number;
  size: number;
}

export const EVERYTHING: ListState = {
  stages: [],
  waiting: null,
  vacancyId: null,
  q: '',
  sort: NEWEST_FIRST,
  page: 1,
  size: PAGE_SIZE,
};

function wholeNumber(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;
}

export function readState(params: URLSearchParams): ListState {
  return {
    stages: (params.get('stage') ?? '')
      .split(',')
      .filter(Boolean)
      .map(typed<ApplicationStage>),
    waiting: wholeNumber(params.get('waiting')),
    vacancyId: params.get('vacancy'),
    q: params.get('q') ?? '',
    sort: typed<Order>(params.get('sort') ?? NEWEST_FIRST),
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

export function hrefOf(state: Partial<ListState>): string {
  const { stages, waiting, vacancyId, q, sort, page, size } = { ...EVERYTHING, ...state };
  const pairs: [string, string | null][] = [
    ['stage', stages.join(',')],
    ['waiting', waiting === null ? null : String(waiting)],
    ['vacancy', vacancyId],
    ['q', q === '' ? null : encodeURIComponent(q)],
    ['sort', sort === NEWEST_FIRST ? null : sort],
    ['page', page > 1 ? String(page) : null],
    ['size', size === PAGE_SIZE ? null : String(size)],
  ];
  const query = pairs.flatMap(([name, value]) => (value ? [`${name}=${value}`] : [])).join('&');
  return query === '' ? LIST_PATH : `${LIST_PATH}?${query}`;
}

/** What the server is asked. Own applications have a list of their own. */
export function paramsOf(state: ListState): ListParams<'applications'> {
  return {
    filter: {
      mineEq: false,
      stageIn: state.stages,
      waitingLongerThanDays: state.waiting === null ? null : String(state.waiting),
      vacancyIdEq: state.vacancyId,
      q: state.q,
    },
    sort: state.sort,
    page: { number: state.page, size: state.size },
  };
}

export function sortOf(sort: string): Sort {
  return sort.startsWith('-')
    ? { key: sort.slice(1), direction: 'descending' }
    : { key: sort, direction: 'ascending' };
}

export const sortText = ({ key, direction }: Sort): Order =>
  typed(direction === 'descending' ? `-${key}` : key);

export interface Preset {
  key: string;
  state: Partial<ListState>;
}

/** For mentors: applications that need their approval come first. */
export const TO_APPROVE: Preset = { key: 'toApprove', state: { stages: ['mentor_review'] } };

/** In the order of a list that nobody has put in another one. */
export function approvingFirst(params: ListParams<'applications'>): ListParams<'applications'> {
  return params.sort === NEWEST_FIRST ? { ...params, sort: ['-to_approve', NEWEST_FIRST] } : params;
}

/** The saved filters above the table. */
export const PRESETS: readonly Preset[] = [
  { key: 'all', state: {} },
  { key: 'new', state: { stages: ['new'] } },
  { key: 'waiting', state: { waiting: 7, sort: 'created_at' } },
  { key: 'in_contact', state: { stages: ['in_contact'] } },
  { key: 'waitlisted', state: { stages: ['waitlisted', 'offered'], sort: 'created_at' } },
  { key: 'accepted', state: { stages: ['accepted', 'started', 'completed'] } },
  { key: 'closed', state: { stages: ['rejected', 'withdrawn', 'closed'] } },
];

/** Whether the list shows what the preset says, whatever its order or page. */
export function isPreset(state: ListState, { state: preset }: Preset): boolean {
  return (
    state.stages.join() === (preset.stages ?? []).join() &&
    state.waiting === (preset.waiting ?? null) &&
    state.q === ''
  );
}
