// What stands in the main menu. Only screens that exist; what the server offers comes first for who works here.
import { matchPath } from 'react-router';
import { ROUTES } from './routes.ts';

export interface MenuLink {
  key: string;
  path: string;
}

interface Offer extends MenuLink {
  feature?: 'activities' | 'peerToPeer';
}

const FOR_EVERYONE: readonly Offer[] = [
  { key: 'vacancies', path: '/vacancies/search' },
  { key: 'calendar', path: '/activiteitenkalender', feature: 'activities' },
  { key: 'social_map', path: '/sociale-kaart' },
  { key: 'peer_to_peer', path: '/een-op-een-hulp', feature: 'peerToPeer' },
  { key: 'news', path: '/nieuws' },
];

const FOR_VISITORS: readonly Offer[] = [{ key: 'organization_signup', path: '/organizations/signup' }];

/** The keys of current_user's meta.menu. */
const BY_KEY: Readonly<Record<string, string>> = {
  dashboard: '/dashboard',
  my_applications: '/applications',
  my_vacancies: '/vacancies',
  applications: '/applications',
  organizations: '/organizations',
  organizations_approve: '/organizations/approve',
  users: '/users',
  students: '/students',
  volunteer_pool: '/vrijwilligerspool',
  conversations: '/conversations',
  forms: '/form_builder',
  content: '/content',
  notification_templates: '/notification_templates',
  moderation: '/moderation',
  analytics: '/analytics',
  settings: '/instellingen',
};

const NAMES_FOR_ALL: Readonly<Record<string, string>> = {
  vacancies: 'vacancies_search',
  my_vacancies: 'vacancies_all',
};

export function hasScreen(path: string): boolean {
  return ROUTES.some((row) => row.path === path || matchPath({ path: row.path, end: true }, path) !== null);
}

interface Reader {
  isSignedIn: boolean;
  menu: readonly string[];
  features: Readonly<Record<string, boolean>>;
}

export function menuEntries({ isSignedIn, menu, features }: Reader, exists = hasScreen): MenuLink[] {
  const offered = menu.flatMap((key): Offer[] => {
    const path = BY_KEY[key];
    return path === undefined ? [] : [{ key, path }];
  });
  // Who works for all organisations has two lists of vacancies: the one to work with has the short name.
  const isForAll = isSignedIn && menu.includes('vacancies_review');
  const all = [...FOR_EVERYONE, ...(isSignedIn ? offered : FOR_VISITORS)].map((each) => ({
    ...each,
    key: isForAll ? (NAMES_FOR_ALL[each.key] ?? each.key) : each.key,
  }));
  // Who works here has one entry for applications; the screen leads to one's own.
  return all
    .filter(
      ({ key, path }) =>
        key !== 'my_applications' || !offered.some((each) => each.path === path && each.key !== key),
    )
    .filter((offer) => offer.feature === undefined || features[offer.feature])
    .filter((offer) => exists(offer.path))
    .map(({ key, path }) => ({ key, path }));
}

/** One vacancy belongs to the search that leads to it. */
const ONE_VACANCY = /^\/vacancies\/\d+$/;

/** The entry the address belongs to: the longest path that it begins with. */
export function currentEntry(entries: readonly MenuLink[], address: string): string | null {
  const path = ONE_VACANCY.test(address) ? '/vacancies/search' : address;
  const fitting = entries.filter((entry) => path === entry.path || path.startsWith(`${entry.path}/`));
  return fitting.sort((one, other) => other.path.length - one.path.length)[0]?.key ?? null;
}
