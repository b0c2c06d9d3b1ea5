// Which columns of a list are hidden: kept in this browser.
import { type Signal, signal } from '@preact/signals-react';
import { readStored, store } from '../../lib/storage.ts';

const lists = new Map<string, Signal<ReadonlySet<string>>>();

const keyOf = (list: string): string => `voluntr-${list}-hidden`;

export function hiddenColumns(list: string, atFirst: readonly string[] = []): Signal<ReadonlySet<string>> {
  const known = lists.get(list);
  if (known) return known;
  const stored = readStored<string[]>(keyOf(list));
  const made = signal<ReadonlySet<string>>(new Set(Array.isArray(stored) ? stored : atFirst));
  lists.set(list, made);
  return made;
}

export function hideColumns(list: string, hidden: ReadonlySet<string>): void {
  hiddenColumns(list).value = hidden;
  store(keyOf(list), [...hidden]);
}
