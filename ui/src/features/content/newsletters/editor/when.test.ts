import { expect, test } from 'vitest';
import { firstWhen, isQuiet, momentOf, problemOf } from './when.ts';

const NOW = new Date('2026-11-29T12:00:00Z');

test('at once needs no moment; later begins with tomorrow', () => {
  const first = firstWhen(NOW);
  expect(first).toEqual({ isLater: false, day: '2026-11-30', time: '10:00' });
  expect(momentOf(first)).toBeNull();
  expect(problemOf(first, NOW)).toBeNull();
});

test.each([
  ['', '10:00', 'missing'],
  ['2026-11-30', '', 'missing'],
  ['2026-11-28', '10:00', 'past'],
  ['2026-12-01', '10:00', null],
])('%s %s: %s', (day, time, problem) => {
  expect(problemOf({ isLater: true, day, time }, NOW)).toBe(problem);
});

test.each([
  ['2026-12-01T06:29:00Z', true],
  ['2026-12-01T06:30:00Z', false],
  ['2026-12-01T19:59:00Z', false],
  ['2026-12-01T20:00:00Z', true],
  ['2026-07-01T05:30:00Z', false],
])('%s is quiet in the Netherlands: %s', (moment, quiet) => {
  expect(isQuiet(new Date(moment))).toBe(quiet);
});
