import { beforeAll, describe, expect, test } from 'vitest';
import { changeLanguage, startWords } from '../../lib/locale/i18n.ts';
import { judge, loadStrength, strengthOf } from './password-strength.ts';
import { ownWords } from './strength-engine.ts';

const about = {
  own: ['Joke', 'Visser', 'jokevisser@voorbeeld.nl'],
  known: ['Meedoen in Lindewaard'],
};

test('before the engine is there only the length is known', () => {
  expect(judge.value).toBeNull();
  expect(strengthOf('', about).strength).toBe('empty');
  expect(strengthOf('kort', about).strength).toBe('short');
  expect(strengthOf('wachtwoord123', about).strength).toBe('unknown');
});

describe('with the engine and its words', () => {
  beforeAll(async () => {
    await startWords();
    await changeLanguage('nl');
    await loadStrength();
  });

  test.each([
    ['kort', 'short', null],
    ['wachtwoord123', 'weak', null],
    ['aaaaaaaaaaaaaa', 'weak', 'simpleRepeat'],
    ['qwertyuiop12', 'weak', null],
    ['jokevisser2024', 'weak', 'userInputs'],
    ['lindewaard2026', 'weak', null],
    ['paarse fiets van joke op het ijs', 'weak', 'userInputs'],
    ['vrijwilliger', 'weak', null],
    ['december 2026', 'weak', null],
    ['Welkom2026!!', 'weak', 'wordByItself'],
    ['2026#appeltaart#', 'weak', 'wordByItself'],
    ['paarse fiets zingt onder water', 'strong', null],
  ])('%s is %s', (password, strength, why) => {
    const told = strengthOf(password, about);
    expect(told.strength).toBe(strength);
    if (why) expect(told.why).toBe(why);
  });

  test('a strong part is enough wherever it stands', () => {
    const strong = 'eland zwemt onder water';
    const weak = 'a'.repeat(60);
    expect(strengthOf(strong + weak, about).score).toBeGreaterThanOrEqual(3);
    expect(strengthOf(weak + strong, about).score).toBeGreaterThanOrEqual(3);
    expect(strengthOf(weak, about).strength).toBe('weak');
  });

  test.each([
    'a',
    'ab',
    'abcabd',
    '😀',
    '😀😁😂🤣😃',
    '4@8({[<369#!1|0$5+7%2',
    'p@$$w0rd1!',
    '1990-01-02',
    '1!',
  ])('however long, %s is judged in no time', (piece) => {
    for (const length of [128, 100_000]) {
      const begun = performance.now();
      strengthOf(piece.repeat(length).slice(0, length), about);
      // A quarter of it on a quiet machine.
      expect(performance.now() - begun).toBeLessThan(1000);
    }
  });
});

test('a name and an address are what somebody would take from them, but no short words', () => {
  expect(ownWords(['Joke de Wit', 'info.dewit@voorbeeld.nl'])).toEqual([
    'joke de wit',
    'joke',
    'info.dewit',
    'dewit',
  ]);
});
