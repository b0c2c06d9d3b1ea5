// The tables of a tenant as they are stored. Names of columns stay as the server writes them: they are data here.
import { addressOf, get, post, type Query } from './client.ts';
import { type Download, download } from './download.ts';
import type { WireDocument } from './jsonapi.ts';

const PATH = '/admin/data_viewer';

export const TABLE_GROUPS = ['people', 'matching', 'organizations', 'site', 'system'] as const;
export type TableGroup = (typeof TABLE_GROUPS)[number];

export interface ViewedTable {
  name: string;
  group: TableGroup;
  /** Null where there was no time to count. */
  count: number | null;
  has_more: boolean;
}

/** Personal data that are open to the session. */
export interface Disclosure {
  table: string;
  /** Null: every row of the table. */
  row_id: string | null;
  reason: string;
  until: string;
}

export interface TablesAnswer {
  tables: readonly ViewedTable[];
  disclosures: readonly Disclosure[];
}

export interface ViewedColumn {
  name: string;
  kind: 'shown' | 'personal' | 'personal_in_rows' | 'closed';
  data_type: string;
  references: string | null;
  can_sort: boolean;
  can_filter: boolean;
}

export type StoredValue = string | number | boolean | null;

export interface RowLink {
  table: string;
  id: string;
  label: string | null;
}

export interface ViewedRow {
  id: string | null;
  values: Readonly<Record<string, StoredValue>>;
  masked: readonly string[];
  cut: readonly string[];
  links: Readonly<Record<string, RowLink>>;
  is_disclosed: boolean;
}

export interface RowsAnswer {
  group: TableGroup;
  columns: readonly ViewedColumn[];
  rows: readonly ViewedRow[];
  count: number;
  has_more: boolean;
  after: string | null;
  sort: string | null;
  disclosures: readonly Disclosure[];
}

export interface RowReference {
  table: string;
  column: string;
  filter: Readonly<Record<string, string>>;
  count: number | null;
  has_more: boolean;
}

export interface RowAnswer {
  group: TableGroup;
  columns: readonly ViewedColumn[];
  row: ViewedRow;
  referred_by: readonly RowReference[];
  disclosures: readonly Disclosure[];
}

export const DISCLOSURE_REASONS = ['help', 'access_request', 'fault', 'other'] as const;
export type DisclosureReason = (typeof DISCLOSURE_REASONS)[number];

export interface RowsQuery {
  /** By column, with its comparison: `status_not_eq`. */
  filters: Readonly<Record<string, string>>;
  sort: string;
  after: string;
}

const pathOfTable = (table: string): string => `${PATH}/${encodeURIComponent(table)}`;

function wireQuery({ filters, sort, after }: RowsQuery): Query {
  const narrowed = Object.entries(filters).map(([name, value]) => [`filter[${name}]`, value] as const);
  return {
    ...Object.fromEntries(narrowed),
    ...(sort ? { sort } : {}),
    ...(after ? { 'page[after]': after } : {}),
  };
}

function attributesOf<T>({ data }: WireDocument): T {
  const one = Array.isArray(data) ? data[0] : data;
  return (one?.attributes ?? {}) as T;
}

export const KEY_OF_TABLES = addressOf(PATH);
export const keyOfRows = (table: string, query: RowsQuery): string =>
  addressOf(pathOfTable(table), wireQuery(query));
export const keyOfRow = (table: string, id: string): string => addressOf(`${pathOfTable(table)}/${id}`);

/** Throws as `get` does. */
export async function loadTables(signal?: AbortSignal): Promise<TablesAnswer> {
  const { document } = await get(PATH, signal ? { signal } : {});
  return attributesOf(document);
}

export async function loadRows(table: string, query: RowsQuery, signal?: AbortSignal): Promise<RowsAnswer> {
  const { document } = await get(pathOfTable(table), {
    query: wireQuery(query),
    ...(signal ? { signal } : {}),
  });
  return attributesOf(document);
}

export async function loadRow(table: string, id: string, signal?: AbortSignal): Promise<RowAnswer> {
  const { document } = await get(`${pathOfTable(table)}/${encodeURIComponent(id)}`, signal ? { signal } : {});
  return attributesOf(document);
}

export interface DisclosureRequest {
  table: string;
  rowIds: readonly number[] | null;
  reason: DisclosureReason;
  explanation: string;
}

export async function disclose({ table, rowIds, reason, explanation }: DisclosureRequest): Promise<void> {
  await post(`${PATH}/disclosures`, { table, row_ids: rowIds, reason, explanation });
}

/** Rows as a file, masked whatever is open. */
export const fetchMaskedFile = (table: string, query: RowsQuery): Promise<Download> =>
  download(pathOfTable(table), { ...wireQuery({ ...query, after: '' }), format: 'csv' });
