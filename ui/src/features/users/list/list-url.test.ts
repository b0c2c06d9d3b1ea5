// The list of people and its address.
import { describe, expect, test } from 'vitest';
import { queryOf } from '../../../api/params.ts';
import { EVERYBODY, filtersOf, hrefOf, isNarrowed, type ListState, paramsOf, readState } from './list-url.ts';

const filtered = (state: ListState) => queryOf<'users'>({ filter: filtersOf(state) });

const read = (query: string) => readState(new URLSearchParams(query));

test('the address without anything is everybody, by last name, and back', () => {
  expect(read('')).toEqual(EVERYBODY);
  expect(hrefOf(EVERYBODY)).toBe('/users');
});

test('everything that is chosen stands in the address and is read from it again', () => {
  const state = {
    preset: 'invited',
    role: 'page_editor',
    method: 'imported',
    organizationId: '12',
    q: 'jan & co',
    sort: '-created_at',
    page: 3,
    size: 50,
  } as const;
  const href = hrefOf(state);
  expect(href).toBe(
    '/users?status=invited&role=page_editor&method=imported&organization=12&q=jan%20%26%20co&sort=-created_at&page=3&size=50',
  );
  expect(read(href.split('?')[1] ?? '')).toEqual(state);
});

describe('what makes no sense in the address is left out', () => {
  test.each(['status=gone', 'method=magic', 'organization=abc', 'page=0', 'page=x', 'size=0'])(
    '%s',
    (query) => {
      expect(read(query)).toEqual(EVERYBODY);
    },
  );
  test('a page is never longer than a hundred', () => {
    expect(read('size=5000').size).toBe(100);
  });
});

test('everybody is whoever has not left; who left is asked for by name', () => {
  expect(filtered(EVERYBODY)['filter[status_in]']).toEqual(['active', 'invited', 'inactive']);
  expect(filtered(read('status=archived'))).toMatchObject({ 'filter[status_eq]': 'archived' });
});

test('people of the same last name stand by their first name', () => {
  expect(queryOf(paramsOf(EVERYBODY)).sort).toBe('last_name,first_name');
  expect(queryOf(paramsOf(read('sort=-last_name'))).sort).toBe('-last_name');
});

test('a status alone does not narrow the list, a filter does', () => {
  expect(isNarrowed(read('status=invited&page=2'))).toBe(false);
  expect(isNarrowed(read('q=a'))).toBe(true);
  expect(isNarrowed(read('organization=3'))).toBe(true);
});
