// What stands in the menus: the entries of the table of screens that this reader has.
import { features, wording } from '../lib/centre/centre.ts';
import { knownRoutes } from './known-routes.ts';
import type { Right } from './rights.ts';
import type { MenuEntry, RouteRow } from './route-row.ts';

export interface MenuLink {
  key: string;
  path: string;
}

interface Offer extends Required<Pick<MenuEntry, 'key' | 'for'>> {
  path: string;
}

/** Who works for all organisations has two lists of vacancies: the one to work with has the short name. */
const NAMES_FOR_ALL: Readonly<Record<string, string>> = {
  vacancies: 'vacancies_search',
  my_vacancies: 'vacancies_all',
};

export const offersIn = (menu: MenuEntry['menu'], rows: readonly RouteRow[]): Offer[] =>
  rows.flatMap(({ path, feature, menu: entries = [] }) =>
    entries
      .filter((entry) => entry.menu === menu && (feature === undefined || features.value[feature]))
      .map(({ key, for: who = key as Right }) => ({ key, for: who, path: path.replace(/\/:\w+\?$/, '') })),
  );

/** Where people help each other; it has the name that it goes by at the centre. */
const HELP = 'peer_to_peer';
const named = (key: string): string =>
  key === HELP && wording.value === 'neighbour' ? `${HELP}_neighbour` : key;

interface Reader {
  isSignedIn: boolean;
  menu: readonly string[];
}

/** The main menu. What the server offers stands in the server's order. */
export function menuEntries({ isSignedIn, menu }: Reader, rows = knownRoutes.value): MenuLink[] {
  const offers = offersIn('main', rows);
  const isFor = (who: string) => (offer: Offer) => offer.for === who;
  const own = isSignedIn
    ? menu.flatMap((right) => offers.filter(isFor(right)))
    : offers.filter(isFor('visitors'));
  // Who works here has one entry for applications; the screen leads to one's own.
  const isDouble = ({ key, path }: Offer): boolean =>
    key === 'my_applications' && own.some((each) => each.path === path && each.key !== key);
  const isForAll = isSignedIn && menu.includes('vacancies_review');
  return [...offers.filter(isFor('everyone')), ...own]
    .filter((offer) => !isDouble(offer))
    .map(({ key, path }) => ({ key: isForAll ? (NAMES_FOR_ALL[key] ?? key) : named(key), path }));
}

/** One vacancy belongs to the search that leads to it. */
const ONE_VACANCY = /^\/vacancies\/\d+$/;

/** The entry the address belongs to: the longest path that it begins with. */
export function currentEntry(entries: readonly MenuLink[], address: string): string | null {
  const path = ONE_VACANCY.test(address) ? '/vacancies/search' : address;
  const fitting = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return fitting.sort((one, other) => other.path.length - one.path.length)[0]?.key ?? null;
}
