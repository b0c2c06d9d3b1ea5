// What the server says of each row of a list beside its attributes.
import type { WireDocument } from './jsonapi.ts';

/** The `meta` of the rows of a list, by id; rows without one are left out. */
export function metaOfRows<M>(document: WireDocument): ReadonlyMap<string, Partial<M>> {
  const rows = Array.isArray(document.data) ? document.data : [];
  return new Map(rows.flatMap(({ id, meta }) => (meta ? [[id, meta as Partial<M>] as const] : [])));
}
