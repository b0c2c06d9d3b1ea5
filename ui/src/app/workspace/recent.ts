// What somebody looked at last, for the command palette: kept in this browser, per person.
import { effect, signal } from '@preact/signals-react';
import { splitPath } from '../../lib/locale/language.ts';
import { pageTitle } from '../../lib/navigation/head.ts';
import { currentUser } from '../../lib/session/session.ts';
import { readStored, store } from '../../lib/storage.ts';

export interface Recent {
  path: string;
  title: string;
}

const MOST_RECENT = 6;
/** One person, vacancy, application or organisation. */
const ONE_THING = /^\/(applications|users|vacancies|organizations)\/\d+(\/edit)?$/;

const keyOf = (person: string): string => `voluntr-recent:${person}`;
const changes = signal(0);

export function recentThings(): readonly Recent[] {
  changes.value;
  const found = readStored<Recent[]>(keyOf(currentUser.value?.id ?? ''));
  return Array.isArray(found) ? found : [];
}

export function remember({ path, title }: Recent): void {
  const person = currentUser.peek()?.id ?? '';
  const others = (readStored<Recent[]>(keyOf(person)) ?? []).filter((each) => each.path !== path);
  store(keyOf(person), [{ path, title }, ...others].slice(0, MOST_RECENT));
  changes.value += 1;
}

/** A page says its title a moment after it is shown. */
export const followRecent = (): (() => void) =>
  effect(() => {
    const title = pageTitle.value;
    const { path } = splitPath(location.pathname);
    const timer = setTimeout(() => {
      if (ONE_THING.test(path) && title !== '' && splitPath(location.pathname).path === path)
        remember({ path, title });
    }, 1000);
    return () => clearTimeout(timer);
  });
