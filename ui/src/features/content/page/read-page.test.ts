// What an answer about a page becomes on the screen.
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { htmlOf, movedPath } from './read-page.ts';

const block = (position: number, html: string) => ({
  type: 'content_blocks',
  id: String(position),
  attributes: { position, html },
});

test('the blocks stand in their order, and nothing else is among them', () => {
  const included = [block(2, '<p>b</p>'), { type: 'uploads', id: '1' }, block(1, '<p>a</p>')];
  expect(htmlOf({ included })).toBe('<p>a</p>\n<p>b</p>');
  expect(htmlOf({})).toBe('');
});

const gone = (status: number, path: unknown) =>
  new ApiError(
    status,
    { errors: [{ code: 'gone', meta: { moved_to: { type: 'pages', path } } }] },
    new Headers(),
  );

test('a page that moved is followed within this site only', () => {
  expect(movedPath(gone(410, '/en/about'))).toBe('/en/about');
  expect(movedPath(gone(410, '//elders.nl/x'))).toBeNull();
  expect(movedPath(gone(410, undefined))).toBeNull();
  expect(movedPath(gone(404, '/x'))).toBeNull();
});
