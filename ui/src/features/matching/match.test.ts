import { expect, test } from 'vitest';
import { GAINS, SKILLS } from '../../lib/matching/choices.ts';
import { DAYS, matchesIn, PARTS, reasonTextsOf } from '../../lib/matching/match.ts';
import en from './matching.en.json';
import nl from './matching.nl.json';

test('every choice of the server has its words', () => {
  for (const words of [nl, en]) {
    expect(Object.keys(words.choice.skill).sort()).toEqual([...SKILLS].sort());
    expect(Object.keys(words.choice.gain).sort()).toEqual([...GAINS].sort());
    expect(Object.keys(words.choice.day)).toEqual([...DAYS]);
    expect(Object.keys(words.choice.part)).toEqual([...PARTS]);
  }
});

test('the matches of a list are found by the id of their vacancy', () => {
  const match = { score: 90, reasons: [{ code: 'online' }], misses: [] };
  const document = {
    data: [
      { id: '3', type: 'vacancies', meta: { match } },
      { id: '4', type: 'vacancies', meta: { can: [] } },
    ],
  };
  expect([...matchesIn(document)]).toEqual([['3', match]]);
});

test('of somebody else it is told by name, and never as if they read it', () => {
  const told = (words: object) => JSON.stringify(words).match(/"[^"]*"(?=[,}])/g) ?? [];
  for (const text of [...told(nl.reasonOf), ...told(en.reasonOf)]) {
    expect(text).toContain('{{name}}');
    expect(text).not.toMatch(/\b(je|jij|jouw|you|your)\b/i);
  }
  const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as never;
  const facts = [{ code: 'hours_once', number: 3 }, { code: 'own_time' }];
  expect(reasonTextsOf(t, facts, 'Joke')).toEqual([
    'reasonOf.hours_once {"hours":"3","name":"Joke"}',
    'reasonOf.own_time {"name":"Joke"}',
  ]);
});
