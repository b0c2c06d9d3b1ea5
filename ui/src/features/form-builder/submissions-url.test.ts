import { expect, it } from 'vitest';
import { filterOf, hrefOf, readState } from './submissions-url.ts';

it('an address gives back the state that made it', () => {
  const state = {
    status: 'done',
    q: 'een & twee',
    answer: '12:Ja, graag',
    assignee: '7',
    sort: 'name',
    page: 3,
    size: 50,
  } as const;
  const { pathname, searchParams } = new URL(hrefOf('4', state), 'http://a.example');
  expect(pathname).toBe('/form_builder/4');
  expect(readState(searchParams)).toEqual(state);
});

it('nothing chosen is all but spam, and a short address', () => {
  const state = readState(new URLSearchParams());
  expect(hrefOf('4', state)).toBe('/form_builder/4');
  expect(filterOf(state)).toEqual({ 'filter[status_not_eq]': 'spam' });
});

it('nobody yet is a filter of its own', () => {
  const state = readState(new URLSearchParams('assignee=nobody&status=new'));
  expect(filterOf(state)).toEqual({ 'filter[status_eq]': 'new', 'filter[assignee_id_null]': 'true' });
});
