// JSON:API documents to flat camelCase objects and back. Pure: no request, no state.

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [key: string]: Json | undefined };

export interface Identity {
  id: string;
  type: string;
}

/** What every object of an answer has, whatever its type. */
export interface Resource extends Identity {
  /** What the asker may do with it: 'update', 'approve', … Empty when nobody is signed in. */
  can: readonly string[];
  /** The events its state allows to the asker: 'accept', 'reject', … */
  transitions: readonly string[];
  /** The version that this is, of what can be decided on: a decision says which one was read. */
  rowVersion?: number | undefined;
}

export interface WireResource extends Identity {
  attributes?: Record<string, unknown>;
  relationships?: Record<string, { data?: Identity | Identity[] | null; meta?: unknown; links?: unknown }>;
  meta?: { can?: string[]; transitions?: string[]; version?: number };
}

export interface WireDocument {
  data?: WireResource | WireResource[] | null;
  included?: WireResource[];
  meta?: Record<string, unknown>;
  links?: Record<string, string | null>;
  errors?: WireError[];
}

export interface WireError {
  status?: string;
  code?: string;
  title?: string;
  detail?: string;
  source?: { pointer?: string; parameter?: string };
  meta?: Record<string, unknown>;
}

/** Their keys are data (a css variable, a tag, what a browser says of a passkey, what a block or a placeholder holds), not names of ours. */
const MAPS_OF_DATA = new Set(['css_variables', 'facets', 'credential', 'content', 'samples']);

export function toCamelCase(name: string): string {
  if (name.startsWith('-')) return name;
  return name.replace(/(?<=[a-z0-9])_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}

export function toSnakeCase(name: string): string {
  if (name.startsWith('-')) return name;
  return name
    .replace(/(?<=[a-zA-Z])(\d+)(?![a-z\d])/g, '_$1')
    .replace(/(?<=[a-z0-9])([A-Z])/g, (_, letter: string) => `_${letter.toLowerCase()}`);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}

function renameKeys(
  value: unknown,
  rename: (name: string) => string,
  isMap: (name: string) => boolean,
): unknown {
  if (Array.isArray(value)) return value.map((each) => renameKeys(each, rename, isMap));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      rename(name),
      isMap(name) ? inner : renameKeys(inner, rename, isMap),
    ]),
  );
}

/** Keys to camelCase, deep; values untouched. */
export function fromWire(value: unknown): unknown {
  return renameKeys(value, toCamelCase, (name) => MAPS_OF_DATA.has(name));
}

/** Keys to snake_case, deep; values untouched. */
export function toWire(value: unknown): unknown {
  return renameKeys(value, toSnakeCase, (name) => MAPS_OF_DATA.has(toSnakeCase(name)));
}

const keyOf = (of: Identity): string => `${of.type}/${of.id}`;

/** One object: attributes laid beside id and type, relations replaced by what was included. */
function flatten(
  wire: WireResource,
  included: ReadonlyMap<string, WireResource>,
  done: Map<string, Resource>,
): Resource {
  const known = done.get(keyOf(wire));
  if (known) return known;
  const flat: Resource & Record<string, unknown> = {
    ...(fromWire(wire.attributes ?? {}) as Record<string, unknown>),
    id: wire.id,
    type: wire.type,
    can: wire.meta?.can ?? [],
    transitions: wire.meta?.transitions ?? [],
    rowVersion: wire.meta?.version,
  };
  done.set(keyOf(wire), flat);
  const resolve = (to: Identity): Resource => {
    const found = included.get(keyOf(to));
    return found ? flatten(found, included, done) : { id: to.id, type: to.type, can: [], transitions: [] };
  };
  for (const [name, relation] of Object.entries(wire.relationships ?? {})) {
    if (relation.data === undefined) continue;
    const value = Array.isArray(relation.data)
      ? relation.data.map(resolve)
      : relation.data === null
        ? null
        : resolve(relation.data);
    flat[toCamelCase(name)] = value;
  }
  return flat;
}

function includedOf(document: WireDocument): Map<string, WireResource> {
  const all = [...(document.included ?? []), ...asList(document.data)];
  return new Map(all.map((wire) => [keyOf(wire), wire]));
}

const asList = (data: WireDocument['data']): WireResource[] =>
  Array.isArray(data) ? data : data ? [data] : [];

/** The objects of a list answer. */
export function readList<T extends Resource>(document: WireDocument): T[] {
  const included = includedOf(document);
  const done = new Map<string, Resource>();
  return asList(document.data).map((wire) => flatten(wire, included, done) as T);
}

/** The object of a single answer; null when the answer has none. */
export function readOne<T extends Resource>(document: WireDocument): T | null {
  return readList<T>(document)[0] ?? null;
}

/** The document's meta, camelCase. */
export function readMeta(document: WireDocument): Record<string, unknown> {
  return fromWire(document.meta ?? {}) as Record<string, unknown>;
}

/** A body for create and update: `{data: {type, id?, attributes}}` in snake_case. */
export function writeDocument(type: string, attributes: object, id?: string): Json {
  return { data: { type, ...(id === undefined ? {} : { id }), attributes: toWire(attributes) as Json } };
}

export interface FieldProblem {
  /** camelCase and dotted: 'title', 'address.postalCode'; '' when it is about the whole. */
  field: string;
  code: string;
  title: string;
  detail: string;
  meta: Record<string, unknown>;
}

/** '/data/attributes/address/postal_code' → 'address.postalCode' */
export function fieldOfPointer(pointer: string | undefined): string {
  if (!pointer) return '';
  return pointer
    .replace(/^\/?(data\/)?((attributes|relationships)(\/|$))?/, '')
    .split('/')
    .filter((part) => part !== '' && part !== 'data')
    .map(toCamelCase)
    .join('.');
}

export function readProblems(document: WireDocument): FieldProblem[] {
  return (document.errors ?? []).map((error) => ({
    field: fieldOfPointer(error.source?.pointer),
    code: error.code ?? 'unknown',
    title: error.title ?? '',
    detail: error.detail ?? error.title ?? '',
    meta: (fromWire(error.meta ?? {}) as Record<string, unknown>) ?? {},
  }));
}
