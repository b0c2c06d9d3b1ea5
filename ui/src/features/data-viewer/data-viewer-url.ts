// Which table, rows and row are looked at, as the address says it. Pure.
import type { RowsQuery } from '../../api/data-viewer-calls.ts';

export const DATA_VIEWER_PATH = '/admin/data-viewer';

export interface ViewerState extends RowsQuery {
  /** Empty: none chosen. */
  table: string;
  /** The row whose panel is open; empty: none. */
  row: string;
  page: number;
}

const FILTER = 'filter.';
const nameIn = (text: string | null): string => (text !== null && /^[a-z0-9_]{1,80}$/.test(text) ? text : '');

export function readViewer(params: URLSearchParams): ViewerState {
  const filters = [...params]
    .filter(([name]) => name.startsWith(FILTER) && nameIn(name.slice(FILTER.length)) !== '')
    .map(([name, value]) => [name.slice(FILTER.length), value] as const);
  const sort = params.get('sort') ?? '';
  const row = params.get('row') ?? '';
  return {
    table: nameIn(params.get('table')),
    filters: Object.fromEntries(filters),
    sort: /^-?[a-z0-9_]{1,80}$/.test(sort) ? sort : '',
    after: params.get('after') ?? '',
    row: /^\d{1,18}$/.test(row) ? row : '',
    page: Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1),
  };
}

export function viewerHref(state: Partial<ViewerState>): string {
  const { table, filters = {}, sort, after, row, page = 1 } = state;
  const query = new URLSearchParams({
    ...(table ? { table } : {}),
    ...Object.fromEntries(Object.entries(filters).map(([name, value]) => [FILTER + name, value])),
    ...(sort ? { sort } : {}),
    ...(after ? { after, page: String(page) } : {}),
    ...(row ? { row } : {}),
  }).toString();
  return query ? `${DATA_VIEWER_PATH}?${query}` : DATA_VIEWER_PATH;
}

export const COMPARISONS = ['eq', 'not_eq', 'gteq', 'lteq', 'null'] as const;
export type Comparison = (typeof COMPARISONS)[number];

/** The column and the comparison in the name of a filter. */
export function partsOfFilter(name: string): { column: string; comparison: Comparison } {
  const comparison = (['not_eq', 'gteq', 'lteq', 'null', 'eq'] as const).find((each) =>
    name.endsWith(`_${each}`),
  );
  return comparison
    ? { column: name.slice(0, -comparison.length - 1), comparison }
    : { column: name, comparison: 'eq' };
}

/** Seconds until then; none once it is over. */
export const secondsLeft = (until: string, now: number): number =>
  Math.max(0, Math.ceil((Date.parse(until) - now) / 1000));

export const clockOf = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
