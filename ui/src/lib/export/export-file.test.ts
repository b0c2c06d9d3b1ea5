// A file holds what the list holds: its filters go along, its page and its order do not.
import { expect, test } from 'vitest';
import { filterOf } from './export-file.ts';

test('the filters go without the word, and empty ones not at all', () => {
  expect(
    filterOf<'applications'>({
      filter: { mineEq: false, stageIn: ['new', 'in_contact'], vacancyIdEq: null, q: '' },
      sort: '-created_at',
      page: { size: 20 },
    }),
  ).toEqual({ mine_eq: 'false', stage_in: 'new,in_contact' });
});
