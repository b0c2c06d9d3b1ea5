// What is looked for stands in the address, and when an organisation is open is said in the time of the Netherlands.

import { expect, test } from 'vitest';
import { addressOf } from '../../api/client.ts';
import { queryOf } from '../../api/params.ts';
import { earlySearch } from './early-form.ts';
import { openState } from './opening-hours.ts';
import { changed, isNarrowed, listParams, pathOf, readSearch } from './social-map-url.ts';

const listAddress = (address: string): string =>
  addressOf('/organizations', queryOf(listParams(readSearch(address))));

test('the list is asked as the server asks it for the page', () => {
  expect(listAddress('')).toBe(
    '/api/v1/organizations?filter[on_social_map_eq]=true&include=address,profile&page[size]=20&sort=name',
  );
  expect(
    listAddress(
      '?q=samen+eten&near=Oldebroek&radius=25&types=4,5&audiences=older_people&wheelchair=1&page=2',
    ),
  ).toBe(
    '/api/v1/organizations?filter[audiences_in]=older_people&filter[near]=Oldebroek&filter[non_profit_type_id_in]=4,5' +
      '&filter[on_social_map_eq]=true&filter[q]=samen%20eten&filter[radius_km]=25&filter[wheelchair_accessible_eq]=true' +
      '&include=address,profile&page[number]=2&page[size]=20&sort=distance',
  );
});

test('an address keeps what is said, and another question begins at the first page', () => {
  const search = readSearch('?q=taal&near=Zwolle&languages=ar,ar,%26x&page=3&radius=7');
  expect(pathOf(search)).toBe('/sociale-kaart?q=taal&near=Zwolle&languages=ar&page=3');
  expect(pathOf(changed(search, { wheelchair: true }))).toBe(
    '/sociale-kaart?q=taal&near=Zwolle&languages=ar&wheelchair=1',
  );
  expect(isNarrowed(readSearch('?page=2'))).toBe(false);
});

test('it is open now, later today, tomorrow, or on another day', () => {
  const hours = [
    { day: 1, from: '09:30', until: '12:00' },
    { day: 1, from: '13:00', until: '16:00' },
    { day: 4, from: '10:00', until: '12:00' },
  ];
  // A Monday in November: 08:45 UTC is 09:45 in the Netherlands.
  const at = (time: string) => openState(hours, new Date(`2026-11-${time}Z`));
  expect(at('23T08:45:00')).toEqual({ isOpen: true, until: '12:00' });
  expect(at('23T11:30:00')).toEqual({ isOpen: false, days: 0, day: 1, from: '13:00' });
  expect(at('23T15:00:00')).toEqual({ isOpen: false, days: 3, day: 4, from: '10:00' });
  expect(at('25T12:00:00')).toEqual({ isOpen: false, days: 1, day: 4, from: '10:00' });
  expect(openState([], new Date())).toBeNull();
});

test('a plain form names a list once for each box', () => {
  expect(readSearch('?types=4&types=5&audiences=families,carers').types).toEqual(['4', '5']);
});

test('what was ticked before the app was there is not lost, and an untouched form asks nothing', () => {
  const form = document.createElement('form');
  form.innerHTML =
    '<input name="q" value="taal"><input type="checkbox" name="types" value="4" checked>' +
    '<input type="checkbox" name="types" value="5"><input type="checkbox" name="wheelchair" value="1">';
  expect(earlySearch(form)).toBeNull();
  form.querySelectorAll<HTMLInputElement>('[type=checkbox]')[1]?.click();
  form.querySelectorAll<HTMLInputElement>('[type=checkbox]')[2]?.click();
  expect(earlySearch(form)).toMatchObject({ q: 'taal', types: ['4', '5'], wheelchair: true });
  expect(earlySearch(null)).toBeNull();
});
