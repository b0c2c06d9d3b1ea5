// What the app has loaded, by address: one entry for whoever asks the same. An entry is loaded while somebody looks at
// it, shown from the cache when they come back, and cancelled when nobody is left.
import { batch, type Signal, signal } from '@preact/signals-react';
import { ApiError } from './client.ts';
import type { Identity, Resource } from './jsonapi.ts';

export type Status = 'idle' | 'pending' | 'success' | 'error';

export interface Entry<T = unknown> {
  readonly data: Signal<T | undefined>;
  readonly status: Signal<Status>;
  readonly error: Signal<ApiError | null>;
  load: (stop: AbortSignal) => Promise<T>;
  watchers: number;
  /** How often it was loaded. */
  loads: number;
  /** Held by a module: never forgotten. */
  isPinned: boolean;
  stop: AbortController | null;
  loading: Promise<void> | null;
}

/** Entries at which nobody looks; more than this are forgotten, the oldest first. */
const KEPT_AT_MOST = 60;

const entries = new Map<string, Entry>();
/** The version last read of each object. */
const etags = new Map<string, string>();

export function asApiError(cause: unknown): ApiError {
  return cause instanceof ApiError ? cause : new ApiError(0, {}, new Headers(), cause);
}

export function newEntry<T>(load: Entry<T>['load']): Entry<T> {
  return {
    data: signal<T | undefined>(undefined),
    status: signal<Status>('idle'),
    error: signal<ApiError | null>(null),
    load,
    watchers: 0,
    loads: 0,
    isPinned: false,
    stop: null,
    loading: null,
  };
}

/** The entry of a key; `load` is how it is loaded from now on. */
export function entryOf<T>(key: string, load: Entry<T>['load']): Entry<T> {
  const known = entries.get(key) as Entry<T> | undefined;
  if (known) {
    known.load = load;
    return known;
  }
  const made = newEntry(load);
  entries.set(key, made as unknown as Entry);
  return made;
}

/** Loads anew, or by another way to the same data. What is under way for the same entry is given up. Does not throw: see `error`. */
export function reload<T>(entry: Entry<T>, load: Entry<T>['load'] = entry.load): Promise<void> {
  entry.stop?.abort();
  const stop = new AbortController();
  entry.stop = stop;
  batch(() => {
    entry.status.value = 'pending';
    entry.error.value = null;
  });
  const finish = (change: () => void): void => {
    if (entry.stop !== stop) return;
    entry.stop = null;
    entry.loading = null;
    batch(change);
  };
  entry.loading = load(stop.signal).then(
    (data) =>
      finish(() => {
        entry.loads += 1;
        entry.data.value = data;
        entry.status.value = 'success';
      }),
    (cause: unknown) =>
      finish(() => {
        entry.error.value = asApiError(cause);
        entry.status.value = 'error';
      }),
  );
  return entry.loading;
}

/** Looks at an entry until what comes back is called: loaded when nobody did, cancelled when nobody is left. With `once`, what was loaded before is not loaded again. */
export function watch<T>(key: string, entry: Entry<T>, once = false): () => void {
  entry.watchers += 1;
  if (!entries.has(key)) entries.set(key, entry as unknown as Entry);
  const isLoaded = once ? entry.status.peek() === 'success' : entry.watchers > 1;
  if (!isLoaded || entry.status.peek() === 'error') void (entry.loading ?? reload(entry));
  return () => {
    entry.watchers -= 1;
    if (entry.watchers > 0) return;
    cancel(entry);
    // The newest stands last: what is looked at again and again is kept.
    if (entries.delete(key)) entries.set(key, entry as unknown as Entry);
    forgetOldest();
  };
}

function cancel<T>(entry: Entry<T>): void {
  if (!entry.stop) return;
  entry.stop.abort();
  entry.stop = null;
  entry.loading = null;
  entry.status.value = entry.data.peek() === undefined ? 'idle' : 'success';
}

function forgetOldest(): void {
  const unseen = [...entries].filter(([, entry]) => entry.watchers === 0 && !entry.isPinned);
  for (const [key] of unseen.slice(0, Math.max(0, unseen.length - KEPT_AT_MOST))) entries.delete(key);
}

/** Somebody else looks from now on: what is not on the screen is not kept. */
export function forgetAll(): void {
  for (const [key, entry] of entries) {
    cancel(entry);
    if (entry.watchers === 0 && !entry.isPinned) entries.delete(key);
  }
  etags.clear();
}

/** For a module that shows the same list everywhere. */
export function pinned<T>(key: string, load: Entry<T>['load']): Entry<T> {
  const entry = entryOf(key, load);
  entry.isPinned = true;
  return entry;
}

/** Loads anew whatever of this key's beginning is on a screen, and forgets the rest: `refresh('/vacancies')`. */
export async function refresh(...beginnings: readonly string[]): Promise<void> {
  const found = [...entries].filter(([key]) => beginnings.some((beginning) => key.startsWith(beginning)));
  for (const [key, { watchers, isPinned }] of found) if (watchers === 0 && !isPinned) entries.delete(key);
  await Promise.all(found.filter(([, { watchers }]) => watchers > 0).map(([, entry]) => reload(entry)));
}

/** What an answer holds: the objects, and what is said of them. */
export interface Payload<T extends Resource = Resource> {
  readonly items: readonly T[];
  readonly meta: Readonly<Record<string, unknown>>;
  /** The version, of an answer about one object. */
  readonly etag?: string | undefined;
}

const isPayload = (data: unknown): data is Payload =>
  Array.isArray((data as Partial<Payload> | null | undefined)?.items);

const isSame = (one: Identity, other: Identity): boolean => one.id === other.id && one.type === other.type;

/** Changes an object wherever it is shown. */
function changeItems(of: Identity, change: (item: Resource) => Resource): void {
  batch(() => {
    for (const { data } of entries.values()) {
      const shown = data.peek();
      if (!isPayload(shown) || !shown.items.some((item) => isSame(item, of))) continue;
      data.value = { ...shown, items: shown.items.map((item) => (isSame(item, of) ? change(item) : item)) };
    }
  });
}

/** Lays a change over an object wherever it is shown. Gives how to take it back: only what was changed. */
export function overlay(of: Identity, change: object): () => void {
  const before = new Map<string, object>();
  for (const [key, { data }] of entries) {
    const shown = data.peek();
    const item = isPayload(shown) && shown.items.find((each) => isSame(each, of));
    if (item) before.set(key, item);
  }
  changeItems(of, (item) => ({ ...item, ...change }));
  const [old = {}] = before.values() as Iterable<Readonly<Record<string, unknown>>>;
  const kept = Object.fromEntries(Object.keys(change).map((name) => [name, old[name]]));
  return () => changeItems(of, (item) => ({ ...item, ...kept }));
}

/** The latest stored version of an object. */
export function shownItem<T extends Identity>(of: T): T | undefined {
  for (const { data } of entries.values()) {
    const shown = data.peek();
    const found = isPayload(shown) && shown.items.find((item) => isSame(item, of));
    if (found) return found as unknown as T;
  }
  return undefined;
}

/** A relation that an answer names without telling of it. */
function isNamedOnly(value: unknown): value is Identity {
  return (
    typeof value === 'object' && value !== null && 'transitions' in value && Object.keys(value).length === 4
  );
}

/** What an answer says of an object holds wherever it is shown; a relation that it only names stays as it was told. */
export function takeIn(answered: Resource): void {
  changeItems(answered, (item) => {
    const known = item as unknown as Record<string, unknown>;
    const news = Object.entries(answered).filter(
      ([name, value]) => !(isNamedOnly(value) && (known[name] as Identity | null)?.id === value.id),
    );
    return { ...item, ...Object.fromEntries(news) };
  });
}

/** Takes an object out of every list it is shown in. */
export function takeOut(of: Identity): void {
  batch(() => {
    for (const { data } of entries.values()) {
      const shown = data.peek();
      if (!isPayload(shown) || shown.etag || !shown.items.some((item) => isSame(item, of))) continue;
      data.value = { ...shown, items: shown.items.filter((item) => !isSame(item, of)) };
    }
  });
}

export const versionOf = (type: string, id: string): string | undefined => etags.get(`${type}/${id}`);

export function keepVersion(type: string, id: string, etag: string | undefined): void {
  if (etag) etags.set(`${type}/${id}`, etag);
  else etags.delete(`${type}/${id}`);
}
