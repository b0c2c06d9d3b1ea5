import { describe, expect, test } from 'vitest';
import { changed, cleared, poolPath, queryOfPool, readPool, sortOf, sortsFor, toggled } from './pool-url.ts';

const read = (query: string) => readPool(new URLSearchParams(query));
const ALL =
  'vacature=12&wanneer=tue_evening,wed_afternoon&thema=3&kan=listening&taal=ar&vaak=once&bij=5311&km=4&sorteer=distance&pagina=2';

describe('the address of the pool', () => {
  test('says all that is chosen, and reads it back', () => {
    expect(poolPath(read(ALL))).toBe(`/vrijwilligerspool?${ALL}`);
    expect(poolPath(read(''))).toBe('/vrijwilligerspool');
  });

  test('that is broken still finds people', () => {
    const search = read('vacature=x&wanneer=someday,mon_night&vaak=never&km=900&pagina=-2&sorteer=match');
    expect(search).toMatchObject({
      vacancy: null,
      times: [],
      frequency: [],
      radius: 100,
      page: 1,
      sort: null,
    });
  });

  test('has no distance without a place', () => {
    expect(poolPath(read('km=4'))).toBe('/vrijwilligerspool');
    expect(queryOfPool(read('km=4'), null)).not.toHaveProperty('filter[radius_km]');
  });
});

test('another choice begins at the first page, the same one again takes it away', () => {
  const search = toggled(read('pagina=3&thema=1'), 'themes', '2');
  expect(search).toMatchObject({ page: 1, themes: ['1', '2'] });
  expect(toggled(search, 'themes', '1').themes).toEqual(['2']);
});

test('clearing keeps the vacancy and the order that goes with it', () => {
  expect(poolPath(cleared(read(ALL)))).toBe('/vrijwilligerspool?vacature=12&sorteer=distance');
  expect(poolPath(cleared(read('bij=5311&sorteer=distance')))).toBe('/vrijwilligerspool');
});

test('people are ordered by fit for a vacancy, and by distance only from somewhere', () => {
  expect(sortOf(read(''))).toBe('confirmed');
  expect(sortOf(read('vacature=1'))).toBe('match');
  expect(sortsFor(read(''))).toEqual(['confirmed']);
  expect(sortsFor(read('bij=Lindewaard'))).toEqual(['distance', 'confirmed']);
  expect(sortsFor(read('vacature=1'))).toEqual(['match', 'distance', 'confirmed']);
});

test('the server is asked for an organisation, and for nothing that was not chosen', () => {
  expect(queryOfPool(read(''), '7')).toEqual({ 'filter[organization_id_eq]': '7', 'page[size]': 20 });
  expect(queryOfPool(changed(read(ALL), { page: 2 }), '7')).toEqual({
    'filter[organization_id_eq]': '7',
    'filter[match_vacancy_id]': '12',
    'filter[available_on]': 'tue_evening,wed_afternoon',
    'filter[themes_in]': '3',
    'filter[skills_in]': 'listening',
    'filter[languages_in]': 'ar',
    'filter[frequency_in]': 'once',
    'filter[near]': '5311',
    'filter[radius_km]': 4,
    sort: 'distance',
    'page[number]': 2,
    'page[size]': 20,
  });
});
