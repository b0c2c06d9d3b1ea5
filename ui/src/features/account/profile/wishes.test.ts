import { expect, test } from 'vitest';
import type { VolunteerProfile } from '../../../api/schema.d.ts';
import {
  answered,
  isAnswered,
  NOTHING,
  nextQuestion,
  QUESTIONS,
  QUICK,
  questionIn,
  toggled,
} from './wishes.ts';

const empty = { ...NOTHING } as VolunteerProfile;

test('there are ten questions, and without an answer one begins at the first', () => {
  expect(QUESTIONS).toHaveLength(10);
  expect(answered(empty)).toBe(0);
  expect(nextQuestion(empty)).toBe(1);
});

test('one goes on at the first that was skipped', () => {
  const some = { ...empty, themeIds: ['3'], frequency: 'once' } as VolunteerProfile;
  expect(answered(some)).toBe(2);
  expect(nextQuestion(some)).toBe(2);
});

test('working from home and practising Dutch are answers too', () => {
  expect(isAnswered('transport', { ...empty, wantsOnline: true })).toBe(true);
  expect(isAnswered('languages', { ...empty, practisesDutch: true })).toBe(true);
});

test('an answer goes in and out, in the order of the choices', () => {
  expect(toggled(['c'], 'a', ['a', 'b', 'c'])).toEqual(['a', 'c']);
  expect(toggled(['a', 'c'], 'c', ['a', 'b', 'c'])).toEqual(['a']);
});

test('the usual times are parts of the week', () => {
  expect(QUICK.always).toHaveLength(21);
  expect(QUICK.daytime).toHaveLength(10);
  expect(QUICK.weekend).toEqual(expect.arrayContaining(['sat_morning', 'sun_evening']));
  expect(QUICK.evenings).toHaveLength(7);
});

test.each([
  ['?vraag=1', 1],
  ['?vraag=10', 10],
  ['?vraag=11', null],
  ['?vraag=0', null],
  ['?vraag=x', null],
  ['', null],
])('the address %s names question %s', (query, number) => {
  expect(questionIn(new URLSearchParams(query))).toBe(number);
});
