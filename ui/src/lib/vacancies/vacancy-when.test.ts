import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { datesText, daysText, placesText } from './vacancy-when.ts';

const t = ((key: string) =>
  ({
    'filters.part.morning': 'Ochtend',
    'filters.part.afternoon': 'Middag',
    'filters.part.evening': 'Avond',
  })[key] ?? key) as unknown as TFunction<'vacancies-public'>;

it('days with the same parts stand together, a whole day by itself', () => {
  const availability = [
    'mon_morning',
    'tue_morning',
    'sat_morning',
    'sat_afternoon',
    'sat_evening',
    'thu_evening',
  ];
  expect(daysText(t, { availability, schedule: 'Elke week' })).toBe('ma, di: ochtend · do: avond · za');
  expect(daysText(t, { availability, schedule: 'Dinsdagochtend' })).toBe('');
  expect(daysText(t, { availability: [], schedule: null })).toBe('');
});

it('dates have their hours where they are known', () => {
  const dates = [
    { day: '2026-12-12', from: '10:00', until: '16:00' },
    { day: '2026-12-13', from: null, until: null },
  ];
  expect(datesText({ dates })).toBe('za 12 december 10:00–16:00 · zo 13 december');
});

it('a place is named with what is known of it', () => {
  const place = { postalCode: null, latitude: null, longitude: null };
  expect(
    placesText({
      places: [
        { ...place, name: 'De Brug', street: 'Kerkstraat', houseNumber: '4', city: 'Lindewaard' },
        { ...place, name: null, street: null, houseNumber: null, city: 'Hoekdorp' },
      ],
    }),
  ).toBe('De Brug, Kerkstraat 4, Lindewaard · Hoekdorp');
});
