// Server data for screens: a list with its state as signals, and the calls of one resource.
import { type ReadonlySignal, type Signal, signal } from '@preact/signals-react';
import { ApiError, get, type Method, patch, post, type Query, remove, request } from './client.ts';
import { type Resource, readList, readMeta, readOne, writeDocument } from './jsonapi.ts';
import type { ResourceTypes } from './resources.ts';

export type FetchStatus = 'idle' | 'pending' | 'success' | 'error';
export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>;

export interface Collection<T extends Resource> {
  readonly items: ReadonlySignal<readonly T[]>;
  readonly status: ReadonlySignal<FetchStatus>;
  readonly error: ReadonlySignal<ApiError | null>;
  readonly total: ReadonlySignal<number>;
  readonly page: ReadonlySignal<number>;
  readonly size: ReadonlySignal<number>;
  readonly pages: ReadonlySignal<number>;
  /** What may be done with the collection: 'create'. */
  readonly can: ReadonlySignal<readonly string[]>;
  readonly meta: ReadonlySignal<Readonly<Record<string, unknown>>>;
  readonly facets: ReadonlySignal<Facets>;
  /** Fills `items`. A later call wins from an earlier one that answers late. Does not throw: see `error`. */
  list(query?: Query): Promise<void>;
  /** Adds the next page to `items`. */
  more(): Promise<void>;
  /** Fills `facets` from `{type}/facets` and answers the total. */
  loadFacets(query?: Query): Promise<number>;
  read(id: string, query?: Query): Promise<T>;
  create(attributes: object, query?: Query): Promise<T>;
  /** Sends If-Match with the version last read; a 412 `stale_resource` is thrown as ApiError. */
  update(id: string, attributes: object, query?: Query): Promise<T>;
  remove(id: string): Promise<void>;
  /** An action of its own: `act(id, 'transition', { event: 'publish' })`. The item in the list follows the answer. */
  act(id: string, action: string, body?: unknown, method?: Method): Promise<T | null>;
  /** The same, for who decides on what was read: a 412 when it has changed since. */
  decide(id: string, action: string, body?: unknown): Promise<T | null>;
  /** Put an object that was read elsewhere in the place of the same one here. */
  replace(item: T): void;
  reset(): void;
}

const etags = new Map<string, string>();

function numberOf(meta: Record<string, unknown>, name: string, otherwise: number): number {
  const value = meta[name];
  return typeof value === 'number' ? value : otherwise;
}

function asApiError(cause: unknown): ApiError {
  return cause instanceof ApiError ? cause : new ApiError(0, {}, new Headers(), cause);
}

export function collection<K extends keyof ResourceTypes>(type: K): Collection<ResourceTypes[K]> {
  type T = ResourceTypes[K];
  const path = `/${type}`;
  const items: Signal<readonly T[]> = signal([]);
  const status: Signal<FetchStatus> = signal('idle');
  const error: Signal<ApiError | null> = signal(null);
  const total = signal(0);
  const page = signal(1);
  const size = signal(0);
  const pages = signal(0);
  const can: Signal<readonly string[]> = signal([]);
  const meta: Signal<Readonly<Record<string, unknown>>> = signal({});
  const facets: Signal<Facets> = signal({});
  let latest = 0;
  let lastQuery: Query = {};

  async function fill(query: Query, keep: readonly T[]): Promise<void> {
    latest += 1;
    const mine = latest;
    lastQuery = query;
    status.value = 'pending';
    error.value = null;
    try {
      const { document } = await get(path, { query });
      if (mine !== latest) return;
      const found = readList<T>(document);
      const about = readMeta(document);
      items.value = [...keep, ...found];
      total.value = numberOf(about, 'total', items.value.length);
      page.value = numberOf(about, 'page', 1);
      size.value = numberOf(about, 'size', found.length);
      pages.value = numberOf(about, 'pages', 1);
      can.value = Array.isArray(about.can) ? (about.can as string[]) : [];
      meta.value = about;
      status.value = 'success';
    } catch (cause) {
      if (mine !== latest) return;
      error.value = asApiError(cause);
      status.value = 'error';
    }
  }

  function replace(item: T): void {
    items.value = items.value.map((each) => (each.id === item.id ? { ...each, ...item } : each));
  }

  async function take(
    id: string,
    action: string,
    body: unknown,
    method: Method,
    ifMatch?: string,
  ): Promise<T | null> {
    const answer = await request(method, `${path}/${encodeURIComponent(id)}/${action}`, { body, ifMatch });
    etags.delete(`${type}/${id}`);
    const changed = readOne<T>(answer.document);
    if (changed && changed.id === id) replace(changed);
    return changed;
  }

  return {
    items,
    status,
    error,
    total,
    page,
    size,
    pages,
    can,
    meta,
    facets,
    list: (query = {}) => fill(query, []),
    more: () => fill({ ...lastQuery, 'page[number]': page.value + 1 }, items.value),
    async loadFacets(query = {}) {
      const { document } = await get(`${path}/facets`, { query });
      const about = readMeta(document);
      facets.value = (about.facets ?? {}) as Facets;
      return numberOf(about, 'total', 0);
    },
    async read(id, query = {}) {
      const { document, etag } = await get(`${path}/${encodeURIComponent(id)}`, { query });
      if (etag) etags.set(`${type}/${id}`, etag);
      return one(document, type, id);
    },
    async create(attributes, query = {}) {
      const { document, etag } = await post(path, writeDocument(type, attributes), { query });
      const made = one<T>(document, type, '');
      if (etag) etags.set(`${type}/${made.id}`, etag);
      return made;
    },
    async update(id, attributes, query = {}) {
      const answer = await patch(`${path}/${encodeURIComponent(id)}`, writeDocument(type, attributes, id), {
        query,
        ifMatch: etags.get(`${type}/${id}`),
      });
      if (answer.etag) etags.set(`${type}/${id}`, answer.etag);
      const changed = one<T>(answer.document, type, id);
      replace(changed);
      return changed;
    },
    async remove(id) {
      await remove(`${path}/${encodeURIComponent(id)}`);
      etags.delete(`${type}/${id}`);
      items.value = items.value.filter((each) => each.id !== id);
    },
    act: (id, action, body, method = 'PUT') => take(id, action, body, method),
    decide: (id, action, body) => take(id, action, body, 'PUT', etags.get(`${type}/${id}`)),
    replace,
    reset() {
      latest += 1;
      items.value = [];
      status.value = 'idle';
      error.value = null;
      total.value = 0;
    },
  };
}

function one<T extends Resource>(document: Parameters<typeof readOne>[0], type: string, id: string): T {
  const found = readOne<T>(document);
  if (found) return found;
  return { id, type, can: [], transitions: [] } as unknown as T;
}
