// The table of screens beside the product's own list of routes. scripts/screens.test.mjs holds to the table what is written from it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import dutch from '../i18n/routes.nl.json';
import shell from '../i18n/shell.nl.json';
import { centreMeta } from '../lib/centre/centre.ts';
import { menuEntries, offersIn } from './menu-entries.ts';
import product from './product-routes.json';
import { RIGHTS } from './rights.ts';
import { findRow } from './router/find-row.ts';
import { ROUTES } from './routes.ts';
import { ownEntries } from './shell/header/account-menu.tsx';
import member from './shell/header/member.nl.json';
import workspace from './workspace/workspace.nl.json';

interface ProductRoute {
  path: string;
  layout: string;
  public: boolean;
  whiteBackground?: boolean;
}

const routes: ProductRoute[] = product;
const built = ROUTES.map((row) => row.path);

const word = (key: string): unknown =>
  key
    .split('.')
    .reduce<unknown>((words, part) => (words as Record<string, unknown> | undefined)?.[part], dutch);

test('no screen stands in the table twice', () => {
  expect(new Set(built).size).toBe(built.length);
});

test('docs/progress.md names every screen of the product that is still open, and no other', () => {
  const progress = readFileSync(resolve(import.meta.dirname, '../../../docs/progress.md'), 'utf8');
  const [, section = ''] = /## Screens of the product that answer 404\n([\s\S]*?)\n## /.exec(progress) ?? [];
  const named = [...section.matchAll(/`(\/[^`]*)`/g)].map(([, path]) => path);
  const open = routes.map((route) => route.path).filter((path) => !built.includes(path));
  expect(named.toSorted()).toEqual(open.toSorted());
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

describe('the server', () => {
  const source = (path: string) => readFileSync(resolve(import.meta.dirname, '../../../src', path), 'utf8');

  test('sends the rights that the table names', () => {
    const sent = [
      ...source('resources/user/own_account/menu.rs').matchAll(/(?:vec!\[|menu\.push\()"(\w+)"/g),
    ].map(([, key]) => key);
    // And the types of which rows are made on a screen of their own.
    const resources = resolve(import.meta.dirname, '../../../src/resources');
    const read = (name: string) => readFileSync(resolve(resources, name), 'utf8');
    const typeIn = (text: string) => /const TYPE: &'static str = "(\w+)"/.exec(text)?.[1];
    const made = readdirSync(resources, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.rs'))
      .filter((name) => read(name).includes('const IS_MADE_ON_ITS_SCREEN: bool = true'))
      // The declaration may stand in a file of its own, beside the resource.
      .map((name) => typeIn(read(name)) ?? typeIn(read(join(dirname(name), 'mod.rs'))));
    expect([...RIGHTS].sort()).toEqual([...sent, ...made].sort());
  });

  test('writes the menu of a visitor that the app offers one', () => {
    const written = [
      ...source('web/pages/screens.rs').matchAll(/MenuLink \{ key: "(\w+)", path: "([^"]+)"/g),
    ];
    const features = { peerToPeer: true, volunteerProfiles: true, activities: true };
    centreMeta.value = { ...centreMeta.value, features };
    const offered = menuEntries({ isSignedIn: false, menu: [] }, ROUTES);
    expect(offered.length).toBeGreaterThan(2);
    expect(written.map(([, key, path]) => ({ key, path }))).toEqual(offered);
  });
});

test('every entry of a menu has its words', () => {
  const entries = ROUTES.flatMap((row) => row.menu ?? []);
  const words: Record<string, Record<string, string>> = { main: shell.screen, side: workspace.screen };
  expect(entries.filter(({ menu, key }) => words[menu]?.[key] === undefined)).toEqual([]);
  expect(ownEntries([...RIGHTS]).filter(({ key }) => member.screen[key] === undefined)).toEqual([]);
});

test('where a part of the product is off, nothing in a menu leads to it', () => {
  const features = { peerToPeer: false, volunteerProfiles: false, activities: false };
  centreMeta.value = { ...centreMeta.value, features };
  const own = () => ownEntries([...RIGHTS]).map(({ path }) => path);
  const all = (['main', 'side'] as const).flatMap((menu) => offersIn(menu, ROUTES));
  const paths = [...all.map(({ path }) => path), ...own()];
  expect(paths).toContain('/profile-edit');
  for (const path of ['/profiel', '/vacancies/recommended', '/een-op-een-hulp', '/profiel/hulpvragen'])
    expect(paths).not.toContain(path);
  centreMeta.value = { ...centreMeta.value, features: { ...features, volunteerProfiles: true } };
  expect(own()).toContain('/profiel');
});
