import { expect, test } from 'vitest';
import { isYounger } from './age.ts';

test('a birthday counts from the day itself', () => {
  const today = new Date(2026, 10, 21, 9);
  expect(isYounger('2010-11-21', 16, today)).toBe(false);
  expect(isYounger('2010-11-22', 16, today)).toBe(true);
  expect(isYounger('1984-03-05', 16, today)).toBe(false);
  expect(isYounger('', 16, today)).toBe(false);
  expect(isYounger('2030-01-01', 16, today)).toBe(false);
});
