// A visitor's first view loads the screens that visitors come to; the others come when an address asks for them.
import { expect, test } from 'vitest';
import { isKnown, knownRoutes, loadAllRoutes } from './known-routes.ts';
import { ROUTES } from './routes.ts';
import { PUBLIC_ROUTES } from './routes-public.ts';
import screens from './screens.json';

test.each([
  ['/', true],
  ['/vacancies/12', true],
  ['/vacancies/12-taalmaatje', true],
  ['/organizations/signup', true],
  ['/vacancies/add', false],
  ['/users/1', false],
  ['/geen-scherm', false],
])('%s is said by the rows of visitors: %s', (path, expected) => {
  expect(isKnown(path)).toBe(expected);
});

test('every screen that is open to visitors is loaded with the first view, but those that are a press away', () => {
  const others = ROUTES.filter((row) => row.public && !PUBLIC_ROUTES.includes(row));
  const later = screens.filter(({ firstView }) => firstView === false).map(({ path }) => path);
  expect(others.map(({ path }) => path)).toEqual(later);
});

test('the rest of the table comes once it is asked for', async () => {
  knownRoutes.value = PUBLIC_ROUTES;
  await loadAllRoutes();
  expect(knownRoutes.value).toBe(ROUTES);
});
