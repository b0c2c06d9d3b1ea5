// The only caller of fetch: addresses, headers, tries, errors. Knows no resource and no screen.
import { signal } from '@preact/signals-react';
import {
  type FieldProblem,
  type Json,
  readProblems,
  toWire,
  type WireDocument,
  type WireError,
} from './jsonapi.ts';

export const API = '/api/v1';
/** What a page's address ends with when only what stands in its `<main>` is asked (src/web/fragment.rs). */
export const FRAGMENT = '/_fragment.json';

const RETRIED = new Set([408, 409, 425, 429, 500, 502, 503, 504]);
const MAX_RETRIES = 3;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5000;
const OF_A_PERSON = ['client', 'uid', 'Current-Organization-Id'];
const WRONG_CENTER = 'wrong center';

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = Readonly<Record<string, QueryValue>>;
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface RequestOptions {
  query?: Query;
  /** Sent as JSON with snake_case keys. */
  body?: unknown;
  headers?: Record<string, string>;
  ifMatch?: string | undefined;
  /** Give the same key to a second attempt of the same wish. Made when left out. */
  idempotencyKey?: string;
  signal?: AbortSignal | undefined;
  /** Do not use (and do not use up) what the server put in the page. */
  fresh?: boolean;
  /** Without who is signed in: what a link in a letter asks is asked by that link alone. */
  anonymous?: boolean;
  /** The request continues when the page is left. */
  keepalive?: boolean;
}

export interface Answer {
  document: WireDocument;
  status: number;
  headers: Headers;
  etag: string | undefined;
}

/** A failed call, with the server's own list of errors. Status 0: there was no answer. */
export class ApiError extends Error {
  readonly statusCode: number;
  readonly errors: readonly WireError[];
  readonly problems: readonly FieldProblem[];
  readonly headers: Headers;

  constructor(statusCode: number, document: WireDocument, headers: Headers, cause?: unknown) {
    super(messageOf(statusCode, document), { cause });
    this.name = 'ApiError';
    this.statusCode = statusCode;
    this.errors = document.errors ?? [];
    this.problems = readProblems(document);
    this.headers = headers;
  }

  get isOffline(): boolean {
    return this.statusCode === 0;
  }

  hasCode(code: string): boolean {
    return this.errors.some((error) => error.code === code);
  }
}

function messageOf(statusCode: number, document: WireDocument): string {
  const texts = (document.errors ?? []).flatMap((error) => [error.detail, error.title, error.code]);
  const isWrongCenter = texts.some((text) => text?.replace('_', ' ').toLowerCase().includes(WRONG_CENTER));
  if (isWrongCenter) return WRONG_CENTER;
  return texts.find((text) => text) ?? `HTTP ${statusCode}`;
}

/** How many calls are under way; the loading bar follows it. */
export const callsUnderWay = signal(0);

type HeaderSource = () => Record<string, string | undefined>;
const headerSources = new Set<HeaderSource>();

/** lib/ says here which headers every call carries: tenant, centre, credentials, language. */
export function addHeaderSource(source: HeaderSource): () => void {
  headerSources.add(source);
  return () => headerSources.delete(source);
}

/** `/api/v1/vacancies?filter[q]=a&sort=-published_at`: keys sorted, brackets and commas as they are. */
export function addressOf(path: string, query: Query = {}): string {
  const isWhole =
    path.startsWith('/api/') ||
    path.startsWith('/auth/') ||
    path.startsWith('/builds/') ||
    path.split('?')[0]?.endsWith(FRAGMENT);
  const base = isWhole ? path : `${API}${path}`;
  const [bare = base, given = ''] = base.split('?', 2);
  const pairs = given === '' ? [] : given.split('&');
  for (const [key, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue;
    if (Array.isArray(value) && value.length === 0) continue;
    pairs.push(`${key}=${encodeURIComponent(String(value)).replaceAll('%2C', ',')}`);
  }
  pairs.sort((one, other) => (one < other ? -1 : 1));
  return pairs.length === 0 ? bare : `${bare}?${pairs.join('&')}`;
}

type RefusalListener = (error: ApiError) => void;
const refusalListeners = new Set<RefusalListener>();

/** Hears of every answer that is an error, before the caller does. */
export function onRefusal(listener: RefusalListener): () => void {
  refusalListeners.add(listener);
  return () => refusalListeners.delete(listener);
}

/** In the page stands what a visitor sees of it: not what the reader may do with it. */
const ONE_THING = /^\/api\/v1\/(vacancies|organizations)\/[^/?]+(\?|$)/;

let firstDocuments = new Map<string, WireDocument>();

const plain = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};

/** What the server put in the page (or a payload read ahead): each is used once, by the first GET for it. */
export function offerDocuments(documents: Readonly<Record<string, unknown>>): void {
  firstDocuments = new Map([
    ...firstDocuments,
    ...Object.entries(documents).map(
      ([address, document]) => [plain(address), document as WireDocument] as const,
    ),
  ]);
}

export function forgetDocuments(): void {
  firstDocuments.clear();
}

/** Whether a GET for this address would be answered from the page. */
export function hasDocument(address: string): boolean {
  return firstDocuments.has(plain(address));
}

function takeDocument(address: string): WireDocument | undefined {
  const key = plain(address);
  const found = firstDocuments.get(key);
  firstDocuments.delete(key);
  return found;
}

export function headersFor(method: Method, address: string, options: RequestOptions): Headers {
  const headers = new Headers({ Accept: 'application/json' });
  for (const source of headerSources) {
    for (const [name, value] of Object.entries(source())) {
      if (value) headers.set(name, value);
    }
  }
  if (options.body !== undefined) headers.set('Content-Type', 'application/json');
  if (options.ifMatch) headers.set('If-Match', options.ifMatch);
  const key =
    options.idempotencyKey ??
    (method === 'POST' && address.startsWith(API) ? crypto.randomUUID() : undefined);
  if (key) headers.set('Idempotency-Key', key);
  for (const [name, value] of Object.entries(options.headers ?? {})) headers.set(name, value);
  if (options.anonymous) for (const name of OF_A_PERSON) headers.delete(name);
  return headers;
}

function waitFor(attempt: number, retryAfter: string | null, stop: AbortSignal | undefined): Promise<void> {
  const asked = Number(retryAfter) * 1000;
  const time = asked > 0 ? asked : FIRST_WAIT_MS * 2 ** attempt;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, Math.min(time, LONGEST_WAIT_MS));
    stop?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(stop.reason);
    });
  });
}

export async function documentOf(response: Response): Promise<WireDocument> {
  if (response.status === 204 || response.status === 205) return {};
  const text = await response.text();
  if (text === '') return {};
  try {
    return JSON.parse(text) as WireDocument;
  } catch {
    return response.ok ? {} : { errors: [{ status: String(response.status), detail: text.slice(0, 200) }] };
  }
}

/** The first answer that is not worth another try, whatever it says. */
export async function answerOf(address: string, init: RequestInit, isRepeatable: boolean): Promise<Response> {
  for (let tries = 0; ; tries += 1) {
    const mayRetry = isRepeatable && tries < MAX_RETRIES;
    let response: Response;
    try {
      response = await fetch(address, init);
    } catch (cause) {
      if (init.signal?.aborted) throw cause;
      if (!mayRetry) throw new ApiError(0, {}, new Headers(), cause);
      await waitFor(tries, null, init.signal ?? undefined);
      continue;
    }
    if (mayRetry && RETRIED.has(response.status)) {
      await waitFor(tries, response.headers.get('Retry-After'), init.signal ?? undefined);
      continue;
    }
    return response;
  }
}

async function attempt(address: string, init: RequestInit, isRepeatable: boolean): Promise<Answer> {
  const response = await answerOf(address, init, isRepeatable);
  const document = await documentOf(response);
  if (!response.ok) throw new ApiError(response.status, document, response.headers);
  return {
    document,
    status: response.status,
    headers: response.headers,
    etag: response.headers.get('ETag') ?? undefined,
  };
}

/** One call. Throws ApiError for every answer that is not a 2xx. */
export async function request(method: Method, path: string, options: RequestOptions = {}): Promise<Answer> {
  const address = addressOf(path, options.query);
  const headers = headersFor(method, address, options);
  if (method === 'GET' && !options.fresh) {
    const document = takeDocument(address);
    const isTheirs = ONE_THING.test(address) && OF_A_PERSON.some((name) => headers.has(name));
    if (document && !isTheirs) return { document, status: 200, headers: new Headers(), etag: undefined };
  }
  const isRepeatable = method === 'GET' || headers.has('Idempotency-Key');
  const init: RequestInit = { method, headers, credentials: 'same-origin' };
  if (options.body !== undefined) init.body = JSON.stringify(toWire(options.body) as Json);
  if (options.signal) init.signal = options.signal;
  if (options.keepalive) init.keepalive = true;
  callsUnderWay.value += 1;
  try {
    return await attempt(address, init, isRepeatable);
  } catch (thrown) {
    if (thrown instanceof ApiError) for (const listener of refusalListeners) listener(thrown);
    throw thrown;
  } finally {
    callsUnderWay.value -= 1;
  }
}

export const get = (path: string, options?: RequestOptions): Promise<Answer> => request('GET', path, options);
export const post = (path: string, body?: unknown, options?: RequestOptions): Promise<Answer> =>
  request('POST', path, { ...options, body });
export const put = (path: string, body?: unknown, options?: RequestOptions): Promise<Answer> =>
  request('PUT', path, { ...options, body });
export const patch = (path: string, body?: unknown, options?: RequestOptions): Promise<Answer> =>
  request('PATCH', path, { ...options, body });
export const remove = (path: string, options?: RequestOptions): Promise<Answer> =>
  request('DELETE', path, options);
