import { afterEach, describe, expect, test } from 'vitest';
import { language } from './language.ts';
import { daysUntil, formatDate, formatDistance, relativeTime } from './time.ts';

afterEach(() => {
  language.value = 'nl';
});

const NOW = new Date('2026-11-21T12:00:00Z');
const ago = (seconds: number): Date => new Date(NOW.getTime() - seconds * 1000);

describe('how long ago', () => {
  test.each([
    [0, 'zojuist', 'just now'],
    [59, 'zojuist', 'just now'],
    [60, '1 minuut geleden', '1 minute ago'],
    [3600 * 5, '5 uur geleden', '5 hours ago'],
    [86_400 * 2, '2 dagen geleden', '2 days ago'],
    [86_400 * 8, '1 week geleden', '1 week ago'],
    [86_400 * 70, '2 maanden geleden', '2 months ago'],
    [86_400 * 800, '2 jaar geleden', '2 years ago'],
    [-86_400 * 3, 'over 3 dagen', 'in 3 days'],
  ])('%i seconds', (seconds, dutch, english) => {
    expect(relativeTime(ago(seconds), NOW)).toBe(dutch);
    language.value = 'en';
    expect(relativeTime(ago(seconds), NOW)).toBe(english);
  });
});

test('dates and distances are in the reader’s language', () => {
  expect(formatDate('2026-11-21T12:00:00Z')).toBe('21 november 2026');
  expect(formatDistance(2.43)).toBe('2,4 km');
  expect(formatDistance(0.62)).toBe('600 m');
  language.value = 'en';
  expect(formatDate('2026-11-21T12:00:00Z')).toBe('21 November 2026');
  expect(formatDistance(12.6)).toBe('13 km');
  expect(formatDate('no date')).toBe('');
});

test('days are counted by the calendar', () => {
  expect(daysUntil('2026-11-23T01:00:00', '2026-11-21T23:00:00')).toBe(2);
});
