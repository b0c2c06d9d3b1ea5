// What registering somebody sends, and whom one can choose.
import { describe, expect, test } from 'vitest';
import { attributesOf, choiceOf, type Person } from './register.ts';

const NOBODY: Person = {
  userId: '',
  firstName: '',
  lastName: '',
  email: '',
  phoneNumber: '',
  message: '',
  consent: true,
  answers: [],
  waitlist: false,
  ageAtLeast: null,
};

describe('whom one can choose', () => {
  test.each([
    [['register', 'manage', 'approve'], 'either'],
    [['register', 'manage'], 'new'],
    [['favorite', 'register'], 'known'],
  ])('who may %j', (can, choice) => {
    expect(choiceOf({ can })).toBe(choice);
  });
});

test('of somebody with an account no name goes along, and nothing that is empty', () => {
  expect(attributesOf({ ...NOBODY, userId: '7', firstName: 'Truus', message: ' Op dinsdag ' })).toEqual({
    userId: '7',
    message: 'Op dinsdag',
    consent: true,
  });
  expect(attributesOf({ ...NOBODY, userId: '7', ageAtLeast: 18 })).toEqual({
    userId: '7',
    consent: true,
    ageAtLeast: 18,
  });
  expect(attributesOf({ ...NOBODY, firstName: ' Truus ', phoneNumber: '06 12345678' })).toEqual({
    firstName: 'Truus',
    phoneNumber: '06 12345678',
    consent: true,
  });
});
