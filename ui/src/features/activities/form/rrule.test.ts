import { describe, expect, test } from 'vitest';
import { addDays, addMonths, monthlyChoices, parseRrule, type Rule, toRrule, weekdayOf } from './rrule.ts';

const rule = (more: Partial<Rule>): Rule => ({
  frequency: 'weekly',
  interval: 1,
  weekdays: ['TU'],
  monthly: null,
  end: { until: '2026-12-16' },
  ...more,
});

describe('a rule and its text', () => {
  test.each([
    ['FREQ=WEEKLY;BYDAY=TU;UNTIL=20261216', rule({})],
    [
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=10',
      rule({ interval: 2, weekdays: ['MO', 'TH'], end: { count: 10 } }),
    ],
    ['FREQ=DAILY;COUNT=5', rule({ frequency: 'daily', weekdays: [], end: { count: 5 } })],
    [
      'FREQ=MONTHLY;BYMONTHDAY=-1;UNTIL=20270131',
      rule({ frequency: 'monthly', weekdays: [], monthly: 'BYMONTHDAY=-1', end: { until: '2027-01-31' } }),
    ],
    [
      'FREQ=MONTHLY;INTERVAL=3;BYDAY=2TU;COUNT=4',
      rule({ frequency: 'monthly', interval: 3, weekdays: [], monthly: 'BYDAY=2TU', end: { count: 4 } }),
    ],
  ])('%s', (text, read) => {
    expect(toRrule(read)).toBe(text);
    expect(parseRrule(text)).toEqual(read);
  });

  test('days are written in the order of the week', () => {
    expect(toRrule(rule({ weekdays: ['SU', 'MO'] }))).toContain('BYDAY=MO,SU');
  });

  test('a last moment is read as its day in the Netherlands', () => {
    expect(parseRrule('FREQ=WEEKLY;BYDAY=TU;UNTIL=20261216T225959Z')?.end).toEqual({ until: '2026-12-16' });
    expect(parseRrule('FREQ=WEEKLY;BYDAY=TU;UNTIL=20260630T230000Z')?.end).toEqual({ until: '2026-07-01' });
  });

  test.each([
    'FREQ=YEARLY;COUNT=2',
    'FREQ=WEEKLY;BYDAY=TU',
    'FREQ=WEEKLY;BYDAY=1TU;COUNT=2',
    'FREQ=MONTHLY;BYDAY=TU;BYSETPOS=2;COUNT=2',
    'FREQ=MONTHLY;COUNT=2',
    '',
  ])('not known to the form: %s', (text) => {
    expect(parseRrule(text)).toBeNull();
  });
});

describe('days', () => {
  test('are counted over a clock change', () => {
    expect(addDays('2026-10-24', 2)).toBe('2026-10-26');
    expect(addDays('2027-03-27', 2)).toBe('2027-03-29');
    expect(weekdayOf('2026-12-09')).toBe('WE');
  });

  test('half a year on is the last day of a shorter month', () => {
    expect(addMonths('2026-08-31', 6)).toBe('2027-02-28');
    expect(addMonths('2026-11-04', 6)).toBe('2027-05-04');
  });

  test('a day can repeat by its number and by its place in the month', () => {
    expect(monthlyChoices('2026-12-08')).toEqual(['BYMONTHDAY=8', 'BYDAY=2TU']);
    expect(monthlyChoices('2026-12-31')).toEqual([
      'BYMONTHDAY=31',
      'BYDAY=5TH',
      'BYDAY=-1TH',
      'BYMONTHDAY=-1',
    ]);
  });
});
