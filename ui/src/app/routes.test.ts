// The table of screens beside the product's own list of routes.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import dutch from '../i18n/routes.nl.json';
import shell from '../i18n/shell.nl.json';
import { centreMeta } from '../lib/centre/centre.ts';
import { menuEntries, offersIn } from './menu-entries.ts';
import product from './product-routes.json';
import { RIGHTS } from './route-row.ts';
import { findRow } from './router/find-row.ts';
import { ROUTES } from './routes.ts';
import { NOT_BUILT } from './routes-open.ts';
import member from './shell/header/member.nl.json';
import workspace from './workspace/workspace.nl.json';

/** Only ever lower it. */
const NOT_BUILT_AT_MOST = 31;

interface ProductRoute {
  path: string;
  layout: string;
  public: boolean;
  whiteBackground?: boolean;
}

const routes: ProductRoute[] = product;
const built = ROUTES.map((row) => row.path);
/** The list that an optional last part stands behind: `/nieuws` of `/nieuws/:slug?`. */
const ends = built.map((path) => path.replace(/\/:\w+\?$/, ''));

const word = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((words, part) => (words as Record<string, unknown> | undefined)?.[part], dutch);

test('every screen of the product is built or known to be open', () => {
  const missing = routes
    .map((route) => route.path)
    .filter((path) => !built.includes(path) && !NOT_BUILT.includes(path));
  expect(missing).toEqual([]);
});

test('nothing is both built and open, and nothing is open that the product does not have', () => {
  const paths = routes.map((route) => route.path);
  expect(built.filter((path) => NOT_BUILT.includes(path))).toEqual([]);
  expect(NOT_BUILT.filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(built).size).toBe(built.length);
});

test('the list of what is open only shrinks', () => {
  expect(NOT_BUILT.length).toBeLessThanOrEqual(NOT_BUILT_AT_MOST);
});

test('docs/progress.md names every screen that is still open, and no other', () => {
  const progress = readFileSync(resolve(import.meta.dirname, '../../../docs/progress.md'), 'utf8');
  const [, section = ''] = /## Screens of the product that answer 404\n([\s\S]*?)\n## /.exec(progress) ?? [];
  const named = [...section.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path);
  expect(named).toEqual(NOT_BUILT);
});

describe.runIf(ROUTES.length > 0)('each row says what the product says', () => {
  test.each(ROUTES.map((row) => [row.path, row] as const))('%s', (path, row) => {
    // A screen that the product's list does not name is held by the server's.
    const route = routes.find((each) => each.path === path) ?? {
      layout: row.layout ?? 'default',
      public: row.public ?? false,
    };
    expect({
      layout: row.layout ?? 'default',
      public: row.public ?? false,
      white: row.whiteBackground ?? false,
    }).toEqual({
      layout: route.layout,
      public: route.public,
      white: ('whiteBackground' in route && route.whiteBackground) ?? false,
    });
    expect(word(row.titleKey)).toBeTypeOf('string');
  });
});

describe('an address finds its row', () => {
  const rows = ['/vacancies/:id', '/vacancies/add', '/vacancies', '/:slug?', '/forms/:token?'].map(
    (path) => ({
      path,
      titleKey: 'home.title' as const,
      load: async () => ({ default: () => null }),
    }),
  );
  test.each([
    ['/vacancies/add', '/vacancies/add'],
    ['/vacancies/3', '/vacancies/:id'],
    ['/vacancies', '/vacancies'],
    ['/over-ons', '/:slug?'],
    ['/', '/:slug?'],
    ['/forms', '/forms/:token?'],
    ['/a/b/c', undefined],
  ])('%s: %s', (address, path) => {
    expect(findRow(rows, address)?.path).toBe(path);
  });
});

describe('the server knows the same screens', () => {
  const source = (path: string) => readFileSync(resolve(import.meta.dirname, '../../../src', path), 'utf8');
  const pages = [
    ...source('web/pages.rs').matchAll(/^ {4}(open|unlisted|signed_in)\("([^"]+)", "([^"]+)"/gm),
  ].map(([, sight, path = '', key = '']) => ({
    path,
    public: sight !== 'signed_in',
    titleKey: `${key}.title`,
  }));

  test('every row is a page of the server, as public and with the same name', () => {
    const rows = ROUTES.map((row) => ({
      path: row.path,
      public: row.public ?? false,
      titleKey: row.titleKey,
    }));
    // A row with an optional last part is two pages of the server.
    const whole = rows.map((row) => ({ ...row, path: row.path.replace('?', '') }));
    expect(whole.map((row) => pages.find((page) => page.path === row.path))).toEqual(whole);
  });

  test('every page that the server leads to is a row', () => {
    const there = pages.filter((page) => word(page.titleKey) !== undefined).map((page) => page.path);
    const known = built.flatMap((path) =>
      path.endsWith('?') ? [path.slice(0, -1), path.replace(/\/:\w+\?$/, '')] : [path],
    );
    expect(there.filter((path) => !known.includes(path))).toEqual([]);
  });

  test('the rights are those that the server sends', () => {
    const sent = [
      ...source('resources/user/own_account/menu.rs').matchAll(/(?:vec!\[|menu\.push\()"(\w+)"/g),
    ].map(([, key]) => key);
    expect([...RIGHTS].sort()).toEqual(sent.sort());
  });

  test('what the server writes in the menu of a visitor is what the app offers one', () => {
    const [, table = ''] = /fn menu\([\s\S]*?\[\n([\s\S]*?)\n {4}\]/.exec(source('web/layout.rs')) ?? [];
    const written = [...table.matchAll(/\("?(\w+)"?, (?:"([^"]+)"|(SEARCH)), /g)].map(
      ([, key = '', path = '/vacancies/search']) => ({ key, path }),
    );
    expect(written.length).toBeGreaterThan(2);
    const features = { peerToPeer: true, volunteerProfiles: true, activities: true };
    centreMeta.value = { ...centreMeta.value, features };
    expect(written.filter(({ path }) => ends.includes(path))).toEqual(
      menuEntries({ isSignedIn: false, menu: [] }),
    );
  });
});

test('every entry of a menu has its words, and every right leads to a screen or has a use of its own', () => {
  const entries = ROUTES.flatMap((row) => row.menu ?? []);
  const words: Record<string, Record<string, string>> = {
    main: shell.menu,
    account: member.account,
    side: workspace.entry,
  };
  expect(entries.filter(({ menu, key }) => words[menu]?.[key] === undefined)).toEqual([]);
  const atTheSide = entries.filter(({ group }) => group !== undefined);
  expect(atTheSide.filter(({ key }) => words.side?.[key] === undefined)).toEqual([]);
  const inUse = [...entries.map((entry) => entry.for ?? entry.key), ...ROUTES.map((row) => row.right)];
  expect(RIGHTS.filter((right) => !inUse.includes(right))).toEqual([]);
});

test('where a part of the product is off, nothing in a menu leads to it', () => {
  const features = { peerToPeer: false, volunteerProfiles: false, activities: false };
  centreMeta.value = { ...centreMeta.value, features };
  const all = (['main', 'account', 'side'] as const).flatMap((menu) => offersIn(menu, ROUTES));
  const paths = all.map(({ path }) => path);
  for (const path of ['/profiel', '/vacancies/recommended', '/een-op-een-hulp', '/profiel/hulpvragen'])
    expect(paths).not.toContain(path);
  centreMeta.value = { ...centreMeta.value, features: { ...features, volunteerProfiles: true } };
  expect(offersIn('account', ROUTES).map(({ path }) => path)).toContain('/profiel');
});
