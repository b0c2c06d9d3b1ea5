// How the side menu stands: narrow or wide, which groups are shut. Kept in this browser.
import { signal } from '@preact/signals-react';
import { readStored, store } from '../../lib/storage.ts';

const WIDTH_KEY = 'voluntr-side-menu';
const SHUT_KEY = 'voluntr-side-menu-shut';

type Width = 'wide' | 'rail';

/** Null: as the window has room. */
export const chosenWidth = signal<Width | null>(readStored<Width>(WIDTH_KEY));

export function chooseWidth(width: Width): void {
  chosenWidth.value = width;
  store(WIDTH_KEY, width);
}

export const shutGroups = signal<ReadonlySet<string>>(new Set(readStored<string[]>(SHUT_KEY) ?? []));

export function shutGroup(key: string, isShut: boolean): void {
  const next = new Set(shutGroups.peek());
  if (isShut) next.add(key);
  else next.delete(key);
  shutGroups.value = next;
  store(SHUT_KEY, [...next]);
}

export const isPaletteOpen = signal(false);
export const isActivityOpen = signal(false);
