// Server data for screens: `useResourceList('vacancies', { filter, sort, page })`, `useResource('vacancies', id)`,
// `useCall(CALLS.similar, { id })`. All stand on one cache, load when the screen comes or what is asked changes, and are
// cancelled when it goes. What is shown stays until the new answer is there.
import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import {
  asApiError,
  type Entry,
  entryOf,
  newEntry,
  type Payload,
  reload,
  type Status,
  watch,
} from './cache.ts';
import type { AnyCall } from './calls.ts';
import { API, type ApiError, addressOf } from './client.ts';
import type { Resource } from './jsonapi.ts';
import { type ItemParams, type ListParams, queryOf, type ResourceOf, type ResourceType } from './params.ts';
import {
  type AnswerOf,
  type CallArgs,
  listResource,
  pathOf,
  pathOfCall,
  queryOfCall,
  readPayload,
  sendLoose,
} from './requests.ts';

export interface Loaded<T> {
  data: T | undefined;
  status: Status;
  error: ApiError | null;
  refresh: () => Promise<void>;
  /** What is shown becomes what this gives: the next page besides, say. */
  change: (load: (shown: T | undefined, stop: AbortSignal) => Promise<T>) => Promise<void>;
}

export interface LoadedList<T> extends Omit<Loaded<unknown>, 'data' | 'change'> {
  items: readonly T[];
  total: number;
  page: number;
  size: number;
  pages: number;
  /** What may be done with the list: 'create'. */
  can: readonly string[];
  meta: Readonly<Record<string, unknown>>;
  /** The next page besides. */
  more: () => Promise<void>;
}

export interface LoadedItem<T> extends Omit<Loaded<unknown>, 'data' | 'change'> {
  item: T | null;
  meta: Readonly<Record<string, unknown>>;
}

interface LoadOptions {
  /** What was loaded before is not loaded again. */
  once?: boolean;
  /** What is kept is not shown: for a form, which starts with what it is given first. */
  isNew?: boolean;
  /** What was asked before stays on the screen until the new answer is there. */
  keeps?: boolean;
  /** For whom one works, where the answer depends on it. */
  scope?: string | null;
}

const NOTHING: Entry<never> = newEntry<never>(() => new Promise<never>(() => {}));

/** Whatever has a key and can be loaded; null while there is nothing to load. Several calls that belong together are one. @useSignals */
export function useLoaded<T>(
  asked: string | null,
  load: (stop: AbortSignal) => Promise<T>,
  { once = false, keeps = false, isNew = false, scope }: LoadOptions = {},
): Loaded<T> {
  const key = asked !== null && scope ? `${asked}#${scope}` : asked;
  const entry: Entry<T> = key === null ? NOTHING : entryOf(key, load);
  const kept = useRef<T | undefined>(undefined);
  // Runs before the first paint, so that data delivered with the page is shown at once.
  useLayoutEffect(() => (key === null ? undefined : watch(key, entry, once)), [key, entry, once]);
  const begun = useRef({ entry, loads: entry.loads });
  if (begun.current.entry !== entry) begun.current = { entry, loads: entry.loads };
  const isKept = isNew && entry.loads === begun.current.loads;
  const loaded = entry.data.value;
  const data = isKept ? undefined : loaded;
  if (data !== undefined || !keeps) kept.current = data;
  const refresh = useCallback(() => (key === null ? Promise.resolve() : reload(entry)), [key, entry]);
  const change: Loaded<T>['change'] = (next) =>
    key === null ? Promise.resolve() : reload(entry, (stop) => next(entry.data.peek(), stop));
  return { data: kept.current, status: entry.status.value, error: entry.error.value, refresh, change };
}

const numberOf = (meta: Payload['meta'], name: string, otherwise: number): number => {
  const value = meta[name];
  return typeof value === 'number' ? value : otherwise;
};

const EMPTY: Payload<never> = { items: [], meta: {} };

function listOf<T extends Resource>(
  { data, change: _change, ...state }: Loaded<Payload<T>>,
  more: () => Promise<void>,
): LoadedList<T> {
  const { items, meta } = data ?? EMPTY;
  return {
    ...state,
    more,
    items,
    meta,
    total: numberOf(meta, 'total', items.length),
    page: numberOf(meta, 'page', 1),
    size: numberOf(meta, 'size', items.length),
    pages: numberOf(meta, 'pages', 1),
    can: Array.isArray(meta.can) ? (meta.can as string[]) : [],
  };
}

function itemOf<T extends Resource>({ data, change: _change, ...state }: Loaded<Payload<T>>): LoadedItem<T> {
  return { ...state, item: data?.items[0] ?? null, meta: data?.meta ?? EMPTY.meta };
}

/** One page of a list. Null while it is not known what to ask. */
export function useResourceList<K extends ResourceType>(
  type: K,
  params: ListParams<K> | null = {},
  options?: LoadOptions,
): LoadedList<ResourceOf<K>> {
  const key = params && addressOf(`/${type}`, queryOf(params));
  const load = (signal: AbortSignal) => listResource(type, params ?? {}, { signal });
  const loaded = useLoaded(key, load, { keeps: true, ...options });
  const more = () =>
    loaded.change(async (shown = EMPTY, signal) => {
      const page = { ...params?.page, number: numberOf(shown.meta, 'page', 1) + 1 };
      const next = await listResource(type, { ...params, page }, { signal });
      return { ...next, items: [...shown.items, ...next.items] };
    });
  return listOf(loaded, more);
}

/** One object, the newest version: a later `updateResource` is checked against it. */
export function useResource<K extends ResourceType>(
  type: K,
  id: string | null,
  params: ItemParams<K> = {},
  options?: LoadOptions,
): LoadedItem<ResourceOf<K>> {
  const key = id === null ? null : addressOf(pathOf(type, id), queryOf(params as ListParams<K>));
  const load = (signal: AbortSignal) => readPayload(type, id ?? '', params, { signal });
  return itemOf(useLoaded(key, load, options));
}

/** A GET of the table of calls. Null while it is not known what to ask. */
export function useCall<C extends AnyCall>(
  call: C,
  args: CallArgs<C> | null,
  options?: LoadOptions,
): Loaded<AnswerOf<C>> {
  const { id, query } = (args ?? {}) as { id?: string; query?: object };
  const key = args && addressOf(pathOfCall(call, id), queryOfCall(query));
  const load = (signal: AbortSignal) =>
    sendLoose(call, { ...(args as object), signal }) as Promise<AnswerOf<C>>;
  return useLoaded(key, load, options);
}

/** Where the cache keeps what a call or a list gave: for `refresh`. */
export const keyOf = (path: string): string => `${API}${path}`;

export interface Mutation<I extends readonly unknown[], O> {
  /** Throws what went wrong, so that a form can show it; `error` keeps it besides. */
  run: (...input: I) => Promise<O>;
  status: Status;
  error: ApiError | null;
}

/**
 * A change: `optimistic` lays it over what is shown (see `overlay`) and gives how to take it back when it is refused.
 */
export function useMutation<I extends readonly unknown[], O>(
  change: (...input: I) => Promise<O>,
  optimistic?: (...input: I) => () => void,
): Mutation<I, O> {
  const [state, setState] = useState<{ status: Status; error: ApiError | null }>({
    status: 'idle',
    error: null,
  });
  const latest = useRef({ change, optimistic });
  latest.current = { change, optimistic };
  const run = useCallback(async (...input: I): Promise<O> => {
    setState({ status: 'pending', error: null });
    try {
      const done = await mutate(() => latest.current.change(...input), latest.current.optimistic?.(...input));
      setState({ status: 'success', error: null });
      return done;
    } catch (cause) {
      setState({ status: 'error', error: asApiError(cause) });
      throw cause;
    }
  }, []);
  return { run, ...state };
}

/** The same outside a component. */
export async function mutate<O>(change: () => Promise<O>, undo?: () => void): Promise<O> {
  try {
    return await change();
  } catch (cause) {
    undo?.();
    throw cause;
  }
}
