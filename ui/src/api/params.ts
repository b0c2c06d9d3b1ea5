// What a list or an object is asked for with, as typed by the server's description. Pure.
import type { Query, QueryValue } from './client.ts';
import { toSnakeCase } from './jsonapi.ts';
import type { Schema } from './schema.d.ts';

export type ResourceType = keyof Schema;
export type ResourceOf<K extends ResourceType> = Schema[K]['resource'];
export type InputOf<K extends ResourceType> = Schema[K]['input'];
/** What a new one cannot do without. */
export type NewOf<K extends ResourceType> = InputOf<K> &
  Required<Pick<InputOf<K>, Extract<Schema[K]['required'], keyof InputOf<K>>>>;

/** A value that is null or empty is not asked for. */
export type FilterOf<K extends ResourceType> = {
  readonly [F in keyof Schema[K]['filter']]?: Schema[K]['filter'][F] | null | undefined | '';
};
/** In the words of the wire, as screens have them in their own address too: `-created_at`. */
export type SortOf<K extends ResourceType> = Schema[K]['sort'];
type Several<T> = T | readonly T[];

/** Which attributes the answer holds, by type: `{ vacancies: ['title'] }`. */
export type Fields = { readonly [T in ResourceType]?: readonly (keyof Schema[T]['attributes'])[] };

export interface ItemParams<K extends ResourceType> {
  include?: Several<Schema[K]['include']>;
  fields?: Fields;
}

export interface ListParams<K extends ResourceType> extends ItemParams<K> {
  filter?: FilterOf<K>;
  sort?: Several<SortOf<K>> | null;
  page?: { number?: number | undefined; size?: number | undefined };
}

/** A choice that stands in the screen's address: whoever typed another one hears so from the server. */
export const typed = <T extends string | null>(text: string): T => text as T;

const term = (name: string): string =>
  name.startsWith('-') ? `-${toSnakeCase(name.slice(1))}` : toSnakeCase(name);
const terms = (names: Several<string> | null | undefined): string =>
  (typeof names === 'string' ? [names] : (names ?? [])).map(term).join(',');

/** As it stands in the address: `filter[stage_in]=new,offered&sort=-created_at`. The first page has no number. */
export function queryOf<K extends ResourceType>(params: ListParams<K>): Query {
  const query: Record<string, QueryValue> = {};
  for (const [name, value] of Object.entries(params.filter ?? {}))
    query[`filter[${toSnakeCase(name)}]`] = value as QueryValue;
  for (const [type, names] of Object.entries(params.fields ?? {})) query[`fields[${type}]`] = terms(names);
  query.include = terms(params.include as Several<string> | undefined);
  query.sort = terms(params.sort as Several<string> | undefined);
  const { number = 1, size } = params.page ?? {};
  query['page[number]'] = number > 1 ? number : null;
  query['page[size]'] = size;
  return query;
}
