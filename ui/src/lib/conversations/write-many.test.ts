import { expect, test } from 'vitest';
import { openPlaceholder, snippetTitle } from './snippet-text.ts';
import { batchesOf } from './write-many.ts';

const ids = (count: number): string[] => Array.from({ length: count }, (_, at) => String(at));

test('parts hold everybody once, no more than the server takes and never one alone', () => {
  for (const count of [2, 199, 200, 201, 399, 401, 1000]) {
    const batches = batchesOf([...ids(count), '0']);
    expect(batches.flat()).toEqual(ids(count));
    expect(Math.max(...batches.map(({ length }) => length))).toBeLessThanOrEqual(200);
    expect(Math.min(...batches.map(({ length }) => length))).toBeGreaterThanOrEqual(2);
  }
});

test('nobody is in no part', () => {
  expect(batchesOf([])).toEqual([]);
});

test('a placeholder that nothing was filled in for is found', () => {
  expect(openPlaceholder('Dag {{voornaam}}, kom je?')).toBe('{{voornaam}}');
  expect(openPlaceholder('Dag allemaal, {kom} je?')).toBeNull();
});

test('a long answer is called by the beginning of its first line', () => {
  expect(snippetTitle('Dag!\n\nTot woensdag')).toBe('Dag!');
  expect(snippetTitle('a'.repeat(80))).toHaveLength(60);
});
