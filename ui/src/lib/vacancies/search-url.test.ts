import { describe, expect, test } from 'vitest';
import { addressOf } from '../../api/client.ts';
import { queryOf } from '../../api/params.ts';
import {
  changed,
  cleared,
  EVERYTHING,
  paramsOf,
  readSearch,
  type Search,
  searchPath,
  sortOf,
  toggled,
} from './search-url.ts';

const searching = (change: Partial<Search>): Search => ({ ...EVERYTHING, ...change });

describe('an address and the search it stands for', () => {
  test.each<[string, Partial<Search>]>([
    ['', {}],
    ['?q=wandelen', { q: 'wandelen' }],
    ['?q=koken%20op%20zaterdag&words=zaterdag', { q: 'koken op zaterdag', words: ['zaterdag'] }],
    ['?near=5310%20Lindewaard', { near: '5310 Lindewaard', radius: 10 }],
    ['?near=5310&radius=5', { near: '5310', radius: 5 }],
    ['?tags=once,weekend&types=20,23', { tags: ['once', 'weekend'], types: ['20', '23'] }],
    ['?age=15&kind=language', { age: ['15'], kind: ['language'] }],
    [
      '?part=evening,weekend&language=en&also=online,accessible',
      { part: ['evening', 'weekend'], language: ['en'], also: ['online', 'accessible'] },
    ],
    ['?q=taal&sort=newest', { q: 'taal', sort: 'newest' }],
    ['?view=map&size=50&page=3', { view: 'map', size: 50, page: 3 }],
  ])('%s', (address, change) => {
    expect(readSearch(address)).toEqual(searching(change));
    expect(searchPath(searching(change))).toBe(`/vacancies/search${address}`);
  });
});

describe('what cannot be read is left out', () => {
  test.each<[string, Partial<Search>]>([
    ['?radius=5', {}],
    ['?near=5310&radius=veel', { near: '5310', radius: 10 }],
    ['?near=5310&radius=900', { near: '5310', radius: 50 }],
    ['?page=0&size=7', { page: 1 }],
    ['?page=-2', {}],
    ['?tags=,once,,once', { tags: ['once'] }],
    ['?part=night,evening&also=free', { part: ['evening'] }],
    ['?sort=distance', {}],
    ['?sort=relevance', {}],
    ['?sort=title&view=globe', {}],
    ['?q=%20%20', {}],
  ])('%s', (address, change) => {
    expect(readSearch(address)).toEqual(searching(change));
  });
});

describe('the list that is asked of the server', () => {
  const asked = (address: string): string =>
    addressOf('/vacancies', queryOf(paramsOf(readSearch(address)))).slice('/api/v1'.length);

  test.each([
    ['', '/vacancies?include=organization&page[size]=20&sort=-published_at'],
    [
      '?also=online,group&part=morning,weekend&language=en',
      '/vacancies?filter[day_parts_in]=morning,weekend&filter[languages_in]=en&filter[traits_all]=online,group&include=organization&page[size]=20&sort=-published_at',
    ],
    [
      '?q=taal&near=5310',
      '/vacancies?filter[near]=5310&filter[q]=taal&filter[radius_km]=10&include=organization&page[size]=20&sort=relevance',
    ],
    [
      '?near=5310&radius=5&page=2',
      '/vacancies?filter[near]=5310&filter[radius_km]=5&include=organization&page[number]=2&page[size]=20&sort=distance',
    ],
    [
      '?tags=a,b&types=1,2&age=3&kind=activity',
      '/vacancies?filter[activity_type_ids_in]=1,2&filter[age_group_ids_in]=3&filter[tags_in]=a,b&filter[vacancy_type_in]=activity&include=organization&page[size]=20&sort=-published_at',
    ],
  ])('%s', (address, expected) => {
    expect(asked(address)).toBe(expected);
  });

  test('is the same for a list and a map', () => {
    expect(asked('?view=map')).toBe(asked(''));
  });
});

describe('choosing', () => {
  const search = searching({ q: 'taal', near: '5310', radius: 5, tags: ['once'], page: 4 });

  test('another choice starts at the first page', () => {
    expect(changed(search, { radius: 20 })).toEqual({ ...search, radius: 20, page: 1 });
    expect(toggled(search, 'tags', 'weekend')).toEqual({ ...search, tags: ['once', 'weekend'], page: 1 });
  });

  test('a choice that is pressed again goes', () => {
    expect(toggled(search, 'tags', 'once').tags).toEqual([]);
  });

  test('clearing keeps words and place', () => {
    expect(cleared(search)).toEqual(searching({ q: 'taal', near: '5310', radius: 10 }));
  });

  test('the order that fits the question holds until another is chosen', () => {
    expect(sortOf(searching({}))).toBe('newest');
    expect(sortOf(searching({ near: '5310' }))).toBe('distance');
    expect(sortOf(searching({ near: '5310', q: 'taal' }))).toBe('relevance');
    expect(sortOf(searching({ near: '5310', sort: 'newest' }))).toBe('newest');
  });
});
