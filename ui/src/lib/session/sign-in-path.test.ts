// The way to the sign-in screen knows the way back.
import { expect, test } from 'vitest';
import { nextOf } from './sign-in-path.ts';

test.each([
  ['/vacancies/12', '?apply=1', '?next=%2Fvacancies%2F12%3Fapply%3D1'],
  ['/signups', '', '?next=%2Fsignups'],
  ['/', '', ''],
  ['/signup', '', ''],
  ['/signup/success', '', ''],
  ['/auth/reset', '?token=abc', ''],
  ['/uitloggen', '?next=%2Fapplications', '?next=%2Fapplications'],
  ['/auth/login-1', '?next=%2Fusers%3Fq%3Da', '?next=%2Fusers%3Fq%3Da'],
  ['/inloggen', '', ''],
])('from %s%s it is %s', (path, search, next) => {
  expect(nextOf(path, search)).toBe(next);
});
