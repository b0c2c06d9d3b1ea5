import { expect, test } from 'vitest';
import type { HoursEntry } from '../../api/hours-calls.ts';
import {
  addDays,
  byMonth,
  faultOfHours,
  mondayOf,
  parseHours,
  repeatable,
  standingOf,
  stepped,
  weekDone,
} from './hours.ts';

test('hours are read as people type them', () => {
  expect(parseHours('1,5')).toBe(1.5);
  expect(parseHours('1.5')).toBe(1.5);
  expect(parseHours(' 1,5 uur ')).toBe(1.5);
  expect(parseHours('2u')).toBe(2);
  expect(parseHours('1:30')).toBe(1.5);
  expect(parseHours('0,25')).toBe(0.25);
  for (const wrong of ['', 'twee', '1,', '1:75', '-2', '1,5,5', '1 5'])
    expect(parseHours(wrong), wrong).toBeNull();
});

test('what the server would refuse is said before: no number, no quarter, more than a day', () => {
  expect(faultOfHours(1.75)).toBeNull();
  expect(faultOfHours(24)).toBeNull();
  expect(faultOfHours(1.4)).toBe('quarters');
  expect(faultOfHours(0)).toBe('range');
  expect(faultOfHours(24.25)).toBe('range');
  expect(faultOfHours(null)).toBe('number');
});

test('a step goes to the next quarter and stays within a day', () => {
  expect(stepped(1.5, 1)).toBe(1.75);
  expect(stepped(1.5, -1)).toBe(1.25);
  expect(stepped(1.4, 1)).toBe(1.5);
  expect(stepped(1.4, -1)).toBe(1.25);
  expect(stepped(24, 1)).toBe(24);
  expect(stepped(0.25, -1)).toBe(0.25);
});

test('a week begins on Monday, also over the end of summer time and of the year', () => {
  expect(mondayOf('2026-11-28')).toBe('2026-11-23');
  expect(mondayOf('2026-11-29')).toBe('2026-11-23');
  expect(mondayOf('2026-11-23')).toBe('2026-11-23');
  expect(addDays('2026-10-21', 7)).toBe('2026-10-28');
  expect(addDays('2026-12-28', 7)).toBe('2027-01-04');
  expect(mondayOf('2027-01-01')).toBe('2026-12-28');
});

const entry = (id: string, day: string, other: Partial<HoursEntry> = {}) =>
  ({
    id,
    day,
    hours: 2,
    work: 'Taalmaatje',
    applicationId: '7',
    activityId: null,
    organizationId: '1',
    status: 'confirmed',
    reasonBy: null,
    source: 'own',
    ...other,
  }) as HoursEntry;

const TODAY = '2026-11-24';

test('the week before last is proposed for last week, without what was written for it', () => {
  const again = repeatable(
    [
      entry('1', '2026-11-11'),
      entry('2', '2026-11-13', { applicationId: '8', work: 'Koffie schenken' }),
      entry('3', '2026-11-18', { applicationId: '8', work: 'Koffie schenken' }),
    ],
    TODAY,
  );
  expect(again?.which).toBe('last_week');
  expect([again?.from, again?.to]).toEqual(['2026-11-16', '2026-11-22']);
  expect(again?.entries.map(({ id }) => id)).toEqual(['1']);
});

test('with last week written, this week is proposed for the days that have come', () => {
  const again = repeatable(
    [entry('1', '2026-11-16'), entry('2', '2026-11-20', { applicationId: '8', work: 'Koffie schenken' })],
    TODAY,
  );
  expect(again?.which).toBe('this_week');
  expect(again?.entries.map(({ id }) => id)).toEqual(['1']);
});

test('neither refused hours nor those of a door are proposed again', () => {
  const refused = entry('1', '2026-11-11', { status: 'refused' });
  const counted = entry('2', '2026-11-12', { source: 'check_in', applicationId: null, activityId: '4' });
  expect(repeatable([refused, counted], TODAY)).toBeNull();
  expect(repeatable([], TODAY)).toBeNull();
});

test('own words are the same work however they are written', () => {
  const own = { applicationId: null, work: 'Koffie schenken' };
  const again = repeatable(
    [entry('1', '2026-11-11', own), entry('2', '2026-11-18', { ...own, work: 'koffie schenken ' })],
    '2026-11-22',
  );
  expect(again).toBeNull();
});

test('hours are listed by month, as they come', () => {
  const months = byMonth([entry('1', '2026-11-02'), entry('2', '2026-10-31'), entry('3', '2026-10-01')]);
  expect(months.map(({ key, entries }) => [key, entries.length])).toEqual([
    ['2026-11', 1],
    ['2026-10', 2],
  ]);
});

test('what is left at so many hours a week ends in a week that begins on Monday', () => {
  expect(weekDone(18, 2, TODAY)).toBe('2027-01-18');
  expect(weekDone(1, 2, TODAY)).toBe('2026-11-23');
  expect(weekDone(2.25, 2, TODAY)).toBe('2026-11-30');
});

test('a dispute is a question of the organisation or a disagreement of the volunteer', () => {
  expect(standingOf({ status: 'disputed', reasonBy: 'organization' })).toBe('asked');
  expect(standingOf({ status: 'disputed', reasonBy: 'volunteer' })).toBe('disagreed');
  expect(standingOf({ status: 'confirmed', reasonBy: 'volunteer' })).toBe('confirmed');
});
