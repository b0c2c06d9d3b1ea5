import { expect, test } from 'vitest';
import { askedOf, LONGEST_QUESTION, pathOfSearch, readSearchAll } from './search-all.ts';

test('an address is read as it was made', () => {
  for (const search of [
    { q: '', only: null },
    { q: 'taal & maatje', only: null },
    { q: 'één?', only: 'pages' as const },
  ]) {
    const path = pathOfSearch(search);
    expect(readSearchAll(new URL(path, 'http://site').search)).toEqual(search);
  }
});

test('what cannot be asked is left out', () => {
  expect(readSearchAll('?q=+a+&types=users')).toEqual({ q: 'a', only: null });
  expect(readSearchAll(`?q=${'x'.repeat(300)}`).q).toHaveLength(LONGEST_QUESTION);
});

test('one kind is asked for with more of it', () => {
  expect(askedOf({ q: 'a', only: null }, 'nl')).toEqual({ locale: 'nl', q: 'a' });
  expect(askedOf({ q: 'a', only: 'pages' }, 'en')).toEqual({
    locale: 'en',
    'page[size]': 50,
    q: 'a',
    types: 'pages',
  });
});
