// Addresses of the data viewer, the names of its filters, and its clock.
import { describe, expect, test } from 'vitest';
import { clockOf, partsOfFilter, readViewer, secondsLeft, viewerHref } from './data-viewer-url.ts';

describe('the address', () => {
  test('says the table, its filters, order, page and row, and comes back the same', () => {
    const state = {
      table: 'applications',
      filters: { stage_not_eq: 'closed', user_id: '12' },
      sort: '-created_at',
      after: '["2026-11-01",4]',
      row: '9371',
      page: 2,
    };
    const [, query] = viewerHref(state).split('?');
    expect(readViewer(new URLSearchParams(query))).toEqual(state);
    expect(viewerHref({})).toBe('/admin/data-viewer');
  });

  test('takes nothing that is no name or number', () => {
    const params = new URLSearchParams({
      table: 'users;--',
      sort: 'id desc',
      row: '1 or 1',
      page: '-4',
      'filter.a b': '1',
    });
    expect(readViewer(params)).toEqual({ table: '', filters: {}, sort: '', after: '', row: '', page: 1 });
  });
});

test('a filter is a column and a comparison', () => {
  expect(partsOfFilter('status')).toEqual({ column: 'status', comparison: 'eq' });
  expect(partsOfFilter('status_not_eq')).toEqual({ column: 'status', comparison: 'not_eq' });
  expect(partsOfFilter('closed_at_null')).toEqual({ column: 'closed_at', comparison: 'null' });
});

test('time left counts down to nothing', () => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  expect(secondsLeft('2026-11-23T10:14:59.200Z', now)).toBe(900);
  expect(secondsLeft('2026-11-23T09:59:00Z', now)).toBe(0);
  expect(clockOf(899)).toBe('14:59');
  expect(clockOf(61)).toBe('1:01');
});
