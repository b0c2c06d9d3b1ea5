// Which class, which rows, and what may be done: without a screen.

import { expect, test } from 'vitest';
import type { Application, Organization, StudentLink, User } from '../../api/schema.d.ts';
import { hoursOf, mayGuide, rowsOf, schoolOf } from './class-list.ts';

const organization = (id: string, organizationType: string) => ({ id, organizationType }) as Organization;
const student = (id: string) => ({ id, fullName: `Leerling ${id}` }) as User;
const link = (id: string, studentId: string, can: string[] = []) =>
  ({ id, studentId, can }) as unknown as StudentLink;
const application = (id: string, userId: string, createdAt: string) =>
  ({ id, userId, createdAt }) as Application;

test('the class is that of the chosen school, else of the first', () => {
  const all = [organization('1', 'NonProfit'), organization('2', 'School'), organization('3', 'School')];
  expect(schoolOf(all, '3')?.id).toBe('3');
  expect(schoolOf(all, '1')?.id).toBe('2');
  expect(schoolOf(all, null)?.id).toBe('2');
  expect(schoolOf([organization('1', 'NonProfit')], '1')).toBeNull();
});

test('every student has a row, with the link and the newest application that are theirs', () => {
  const rows = rowsOf(
    [student('7'), student('8')],
    [link('1', '8')],
    [
      application('4', '7', '2026-11-01T10:00:00Z'),
      application('5', '7', '2026-11-20T10:00:00Z'),
      application('6', '9', '2026-11-20T10:00:00Z'),
    ],
  );
  expect(rows.map(({ id, link: made, application: newest }) => [id, made?.id, newest?.id])).toEqual([
    ['7', undefined, '5'],
    ['8', '1', undefined],
  ]);
});

test('hours are a number, and nothing agreed is not zero', () => {
  expect(hoursOf('30')).toBe(30);
  expect(hoursOf(' 0 ')).toBe(0);
  expect(hoursOf('')).toBeNull();
  expect(hoursOf(undefined)).toBeNull();
});

test('a colleague’s student is not changed, one without a mentor may be taken', () => {
  const [free, theirs, own] = rowsOf(
    [student('1'), student('2'), student('3')],
    [link('1', '2', ['read']), link('2', '3', ['update', 'delete'])],
    [],
  );
  expect([free, theirs, own].map((row) => row && mayGuide(row, true))).toEqual([true, false, true]);
  expect(free && mayGuide(free, false)).toBe(false);
});
