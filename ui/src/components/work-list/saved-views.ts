// Views that somebody saved: a name for what stands in the address. Kept per person, in this browser.
import { signal } from '@preact/signals-react';
import { readStored, store } from '../../lib/storage.ts';

export interface SavedView {
  name: string;
  /** Without its question mark, page and open row. */
  query: string;
}

/** What says where one is in the list, not which list it is. */
const PASSING = ['page', 'open', 'export'];

export function queryOfView(params: URLSearchParams): string {
  const kept = new URLSearchParams([...params].filter(([name]) => !PASSING.includes(name)));
  kept.sort();
  return kept.toString();
}

export const isSameView = (one: string, other: string): boolean =>
  queryOfView(new URLSearchParams(one)) === queryOfView(new URLSearchParams(other));

const keyOf = (person: string, list: string): string => `voluntr-views:${person}:${list}`;

const changes = signal(0);

/** In the order in which they were saved. */
export function savedViews(person: string, list: string): readonly SavedView[] {
  changes.value;
  const found = readStored<SavedView[]>(keyOf(person, list));
  return Array.isArray(found) ? found : [];
}

/** A view of the same name is replaced. */
export function saveView(person: string, list: string, view: SavedView): void {
  const others = savedViews(person, list).filter(({ name }) => name !== view.name);
  store(keyOf(person, list), [...others, view]);
  changes.value += 1;
}

export function removeView(person: string, list: string, name: string): void {
  store(
    keyOf(person, list),
    savedViews(person, list).filter((view) => view.name !== name),
  );
  changes.value += 1;
}
