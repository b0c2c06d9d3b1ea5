import { expect, test } from 'vitest';
import { filterOf, hrefOf, readState, sortOf, sortText } from './pages-url.ts';

test('the address holds the list, and only what differs from the usual', () => {
  const state = readState(new URLSearchParams('status=draft&locale=en&q=over%20ons&sort=title&page=2'));
  expect(state).toMatchObject({
    state: 'draft',
    locale: 'en',
    q: 'over ons',
    sort: 'title',
    page: 2,
    size: 20,
  });
  expect(hrefOf('pages', state)).toBe('/content/pages?status=draft&locale=en&q=over%20ons&sort=title&page=2');
  expect(hrefOf('news', readState(new URLSearchParams('status=nothing&sort=body&page=-1')))).toBe(
    '/content/news',
  );
});

test('pages and news are each asked for apart', () => {
  const state = readState(new URLSearchParams('status=published'));
  expect(filterOf('news', state)).toEqual({ pageTypeEq: 'news', statusEq: 'published' });
  expect(filterOf('pages', state)).toEqual({
    pageTypeIn: ['default', 'success_story'],
    statusEq: 'published',
  });
});

test('what was deleted has a list of its own', () => {
  const state = readState(new URLSearchParams('status=deleted'));
  expect(filterOf('pages', state)).toMatchObject({ statusEq: 'deleted' });
  expect(hrefOf('news', { state: 'deleted' })).toBe('/content/news?status=deleted');
});

test('the order is that of a head of the table', () => {
  expect(sortText(sortOf('-updated_at'))).toBe('-updated_at');
  expect(sortOf('title')).toEqual({ key: 'title', direction: 'ascending' });
});
