import { expect, test } from 'vitest';
import { GAINS, SKILLS } from '../../lib/matching/choices.ts';
import { DAYS, matchesIn, PARTS } from '../../lib/matching/match.ts';
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
