// The calls of a resource, typed by the server's description, and those of the table of calls. What an answer says of an
// object is laid over it wherever it is shown.
import { keepVersion, type Payload, takeIn, takeOut, versionOf } from './cache.ts';
import type { AnyCall, Call } from './calls.ts';
import { get, type Method, type Query, type QueryValue, type RequestOptions, request } from './client.ts';
import {
  type Resource,
  readList,
  readMeta,
  toSnakeCase,
  type WireDocument,
  writeDocument,
} from './jsonapi.ts';
import {
  type InputOf,
  type ItemParams,
  type ListParams,
  type NewOf,
  queryOf,
  type ResourceOf,
  type ResourceType,
} from './params.ts';

type Options = Pick<
  RequestOptions,
  'fresh' | 'idempotencyKey' | 'anonymous' | 'headers' | 'signal' | 'keepalive'
>;

export const pathOf = (type: string, id: string): string => `/${type}/${encodeURIComponent(id)}`;

/** One page of a list. */
export async function listResource<K extends ResourceType>(
  type: K,
  params: ListParams<K> = {},
  options: Options = {},
): Promise<Payload<ResourceOf<K>>> {
  const { document } = await get(`/${type}`, { ...options, query: queryOf(params) });
  return payloadOf(document);
}

export function payloadOf<T extends Resource>(document: WireDocument): Payload<T> {
  return { items: readList<T>(document), meta: readMeta(document) };
}

/** How many there are. */
export async function countResource<K extends ResourceType>(
  type: K,
  params: ListParams<K> = {},
  options: Options = {},
): Promise<number | null> {
  const { meta } = await listResource(type, { ...params, page: { size: 1 } }, options);
  return typeof meta.total === 'number' ? meta.total : null;
}

/** One object with its version: a later `updateResource` is checked against it. */
export async function readResource<K extends ResourceType>(
  type: K,
  id: string,
  params: ItemParams<K> = {},
  options: Options = {},
): Promise<ResourceOf<K>> {
  return one(await readPayload(type, id, params, options), type, id);
}

export async function readPayload<K extends ResourceType>(
  type: K,
  id: string,
  params: ItemParams<K> = {},
  options: Options = {},
): Promise<Payload<ResourceOf<K>>> {
  const { document, etag } = await get(pathOf(type, id), {
    ...options,
    query: queryOf(params as ListParams<K>),
  });
  if (etag) keepVersion(type, id, etag);
  return { ...payloadOf<ResourceOf<K>>(document), etag: etag ?? 'none' };
}

function one<K extends ResourceType>(
  { items }: Pick<Payload<ResourceOf<K>>, 'items'>,
  type: K,
  id: string,
): ResourceOf<K> {
  return items[0] ?? ({ id, type, can: [], transitions: [] } as unknown as ResourceOf<K>);
}

export async function createResource<K extends ResourceType>(
  type: K,
  attributes: NewOf<K>,
  options: Options & { include?: ItemParams<K>['include'] } = {},
): Promise<ResourceOf<K>> {
  const { include, ...others } = options;
  const query = queryOf<K>(include === undefined ? {} : { include });
  const body = writeDocument(type, attributes);
  const { document, etag } = await request('POST', `/${type}`, { ...others, query, body });
  const made = one(payloadOf<ResourceOf<K>>(document), type, '');
  if (etag) keepVersion(type, made.id, etag);
  return made;
}

/** Sends the version last read; a 412 `stale_resource` is thrown as ApiError. */
export async function updateResource<K extends ResourceType>(
  type: K,
  id: string,
  attributes: InputOf<K>,
  params: ItemParams<K> & { ifMatch?: boolean } = {},
): Promise<ResourceOf<K>> {
  const { ifMatch = true, ...asked } = params;
  const answer = await request('PATCH', pathOf(type, id), {
    query: queryOf(asked as ListParams<K>),
    body: writeDocument(type, attributes, id),
    ifMatch: ifMatch ? versionOf(type, id) : undefined,
  });
  if (answer.etag) keepVersion(type, id, answer.etag);
  const changed = one(payloadOf<ResourceOf<K>>(answer.document), type, id);
  takeIn(changed);
  return changed;
}

export async function removeResource(type: ResourceType, id: string): Promise<void> {
  await request('DELETE', pathOf(type, id));
  keepVersion(type, id, undefined);
  takeOut({ type, id });
}

/** What an answer holds: its objects, what is said of them, and how it came. */
export interface Answered<A extends Resource, M> {
  items: readonly A[];
  /** The one object; null when there is none. */
  item: A | null;
  meta: Partial<M>;
  status: number;
  headers: Headers;
  document: WireDocument;
}

export type CallArgs<C extends AnyCall> =
  C extends Call<infer O, infer _A, infer _M, infer B, infer Q>
    ? Options & {
        query?: { readonly [N in keyof Q]?: Q[N] | null | undefined };
        /** Checked against the version last read of what the path names: a 412 when it has changed since. */
        isChecked?: boolean;
      } & (O extends `${string}{id}${string}` ? { id: string } : unknown) &
        (O extends `${string}{number}${string}` ? { number: string } : unknown) &
        (unknown extends B ? { body?: undefined } : undefined extends B ? { body?: undefined } : { body: B })
    : never;

export type AnswerOf<C extends AnyCall> =
  C extends Call<infer _O, infer A, infer M, infer _B, infer _Q> ? Answered<A, M> : never;

interface LooseArgs extends Options {
  query?: object | undefined;
  id?: string | undefined;
  number?: string | undefined;
  body?: object | undefined;
  isChecked?: boolean | undefined;
}

export function pathOfCall({ operation }: AnyCall, id = '', number = ''): string {
  return String(operation)
    .replace(/^\w+ /, '')
    .replace('{id}', encodeURIComponent(id))
    .replace('{number}', encodeURIComponent(number));
}

export const queryOfCall = (query: object = {}): Query =>
  Object.fromEntries(Object.entries(query).map(([name, value]) => [toSnakeCase(name), value as QueryValue]));

function wrapped({ document: type }: AnyCall, body: object, id: string | undefined): unknown {
  if (type === undefined) return body;
  return type === '' ? { data: { attributes: body } } : writeDocument(type, body, id);
}

/** `/vacancies/12/transition` is about a vacancy. */
const typeIn = (path: string): string => path.split('/')[1] ?? '';

/** Asks an operation of the table. */
export function send<C extends AnyCall>(
  call: C,
  ...[args]: Record<string, never> extends CallArgs<C> ? [CallArgs<C>?] : [CallArgs<C>]
): Promise<AnswerOf<C>> {
  return sendLoose(call, (args ?? {}) as LooseArgs) as Promise<AnswerOf<C>>;
}

/** The same where the types are known to fit. */
export async function sendLoose(call: AnyCall, args: LooseArgs): Promise<Answered<Resource, unknown>> {
  const { id, number, query, body, isChecked, ...options } = args;
  const path = pathOfCall(call, id, number);
  const method = String(call.operation).split(' ')[0] as Method;
  const about = typeIn(path);
  const answer = await request(method, path, {
    ...options,
    query: queryOfCall(query),
    ...(body === undefined ? {} : { body: wrapped(call, body, id) }),
    ...(isChecked && id !== undefined ? { ifMatch: versionOf(about, id) } : {}),
  });
  const { document, status, headers } = answer;
  const items = readList<Resource>(document);
  const item = items[0] ?? null;
  if (method !== 'GET' && id !== undefined) {
    keepVersion(about, id, undefined);
    if (item && item.type === about && item.id === id && !call.isApart) takeIn(item);
  }
  return { items, item, meta: readMeta(document) as object, status, headers, document };
}
