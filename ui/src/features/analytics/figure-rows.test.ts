import { describe, expect, test } from 'vitest';
import type { FigureBadge, FigureColumn, FigureRow } from '../../api/analytics-calls.ts';
import { nextSort, pageOf, sortedRows, sortIn } from './figure-rows.ts';

const NAME: FigureColumn = { key: 'name', label: 'Organisatie', isNumber: false };
const DAYS: FigureColumn = { key: 'days', label: 'Dagen', isNumber: true };
const BADGE: FigureColumn = { key: 'badge', label: 'Antwoord', isNumber: false };
const COLUMNS = [NAME, DAYS, BADGE];

const row = (name: string, days: number | null, badge: FigureBadge, isHidden = false): FigureRow => ({
  cells: [
    { text: name, value: null, isHidden: false, href: null, badge: null },
    { text: String(days ?? 'geen'), value: days, isHidden, href: null, badge: null },
    { text: badge, value: null, isHidden: false, href: null, badge },
  ],
});

const ROWS = [
  row('Zonnehof', 2.2, 'good'),
  row('élan', 11.6, 'slow'),
  row('Bieb 10', null, 'none'),
  row('Bieb 9', 3, 'fair'),
  // Its number would tell how small the group is.
  row('Aan Tafel', 0, 'good', true),
];

const names = (sort: string) =>
  sortedRows(ROWS, COLUMNS, sortIn(sort, COLUMNS), 'nl').map(({ cells }) => cells[0]?.text);

describe('rows of a figure', () => {
  test('stand as the server gave them until a column is chosen', () => {
    expect(names('')).toEqual(['Zonnehof', 'élan', 'Bieb 10', 'Bieb 9', 'Aan Tafel']);
    expect(names('-unknown')).toEqual(names(''));
  });

  test('go by their numbers, what has none or is not shown last', () => {
    expect(names('days')).toEqual(['Zonnehof', 'Bieb 9', 'élan', 'Bieb 10', 'Aan Tafel']);
    expect(names('-days')).toEqual(['élan', 'Bieb 9', 'Zonnehof', 'Bieb 10', 'Aan Tafel']);
  });

  test('go by their words as the language does, and by how fast they answer', () => {
    expect(names('name')).toEqual(['Aan Tafel', 'Bieb 9', 'Bieb 10', 'élan', 'Zonnehof']);
    expect(names('-badge')).toEqual(['Bieb 10', 'élan', 'Bieb 9', 'Zonnehof', 'Aan Tafel']);
  });

  test('begin with the most of a number and the first of a word; a second press turns them', () => {
    expect(nextSort(DAYS, null)).toBe('-days');
    expect(nextSort(DAYS, sortIn('-days', COLUMNS))).toBe('days');
    expect(nextSort(NAME, sortIn('days', COLUMNS))).toBe('name');
    expect(nextSort(NAME, sortIn('name', COLUMNS))).toBe('-name');
  });

  test('come twenty a page', () => {
    const many = Array.from({ length: 43 }, () => row('x', 1, 'good'));
    expect(pageOf(many, 1)).toMatchObject({ page: 1, pages: 3, from: 1, to: 20 });
    expect(pageOf(many, 9)).toMatchObject({ page: 3, from: 41, to: 43 });
    expect(pageOf([], 1)).toMatchObject({ page: 1, pages: 1, from: 0, to: 0 });
  });
});
