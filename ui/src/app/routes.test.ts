// The table of screens beside the product's own list of routes.
import { describe, expect, test } from 'vitest';
import dutch from '../i18n/nl/routes.json';
import { findRow } from './enter.ts';
import product from './product-routes.json';
import { ROUTES } from './routes.ts';
import { NOT_BUILT } from './routes-open.ts';

/** Only ever lower it. */
const NOT_BUILT_AT_MOST = 65;

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

test('every screen of the product is built or known to be open', () => {
  const missing = routes
    .map((route) => route.path)
    .filter((path) => !built.includes(path) && !NOT_BUILT.includes(path));
  expect(missing).toEqual([]);
});

test('nothing is both built and open, and nothing is listed that the product does not have', () => {
  const paths = routes.map((route) => route.path);
  expect(built.filter((path) => NOT_BUILT.includes(path))).toEqual([]);
  expect([...built, ...NOT_BUILT].filter((path) => !paths.includes(path))).toEqual([]);
  expect(new Set(built).size).toBe(built.length);
});

test('the list of what is open only shrinks', () => {
  expect(NOT_BUILT.length).toBeLessThanOrEqual(NOT_BUILT_AT_MOST);
});

describe.runIf(ROUTES.length > 0)('each row says what the product says', () => {
  test.each(ROUTES.map((row) => [row.path, row] as const))('%s', (path, row) => {
    const route = routes.find((each) => each.path === path);
    expect({
      layout: row.layout ?? 'default',
      public: row.public ?? false,
      white: row.whiteBackground ?? false,
    }).toEqual({
      layout: route?.layout,
      public: route?.public,
      white: route?.whiteBackground ?? false,
    });
    expect(word(row.titleKey)).toBeTypeOf('string');
    if (row.descriptionKey) expect(word(row.descriptionKey)).toBeTypeOf('string');
  });
});

describe('an address finds its row', () => {
  const rows = ['/vacancies/:id', '/vacancies/add', '/vacancies', '/:slug?', '/forms/:token?'].map(
    (path) => ({
      path,
      titleKey: 'x',
      load: async () => ({ default: () => null }),
    }),
  );
  test.each([
    ['/vacancies/add', '/vacancies/add'],
    ['/vacancies/3', '/vacancies/:id'],
    ['/vacancies', '/vacancies'],
    ['/over-ons', '/:slug?'],
    ['/', '/:slug?'],
    ['/forms', '/:slug?'],
    ['/a/b/c', undefined],
  ])('%s: %s', (address, path) => {
    expect(findRow(rows, address)?.row.path).toBe(path);
  });
});
