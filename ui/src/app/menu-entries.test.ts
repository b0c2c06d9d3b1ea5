import { describe, expect, test } from 'vitest';
import { menuEntries } from './menu-entries.ts';
import { ROUTES } from './routes.ts';

const entries = (menu: string[]) =>
  menuEntries(
    { isSignedIn: true, menu },
    ROUTES.filter(({ path }) => path.startsWith('/vacancies')),
  );

describe('the entries for vacancies', () => {
  test('an organisation has its own', () => {
    expect(entries(['my_vacancies'])).toEqual([
      { key: 'vacancies', path: '/vacancies/search' },
      { key: 'my_vacancies', path: '/vacancies' },
    ]);
  });

  test('who reviews has those of everybody, beside the search', () => {
    expect(entries(['my_vacancies', 'vacancies_review'])).toEqual([
      { key: 'vacancies_search', path: '/vacancies/search' },
      { key: 'vacancies_all', path: '/vacancies' },
    ]);
  });
});
