import { describe, expect, test, vi } from 'vitest';
import { checkAddress, navigateTo, safeHref, safeNext, setNavigator } from './navigation.ts';

describe('going somewhere', () => {
  test('inside the app goes through the router', () => {
    const navigator = vi.fn();
    setNavigator(navigator);
    navigateTo('/vacancies?q=a');
    navigateTo('/', { replace: true });
    expect(navigator.mock.calls).toEqual([
      ['/vacancies?q=a', { replace: false }],
      ['/', { replace: true }],
    ]);
  });

  test.each(['https://example.org', '//example.org', '\\\\example.org', 'mailto:a@example.org'])(
    '%s needs a word',
    (to) => {
      expect(() => navigateTo(to)).toThrow(
        'Navigating to an external URL is not allowed by default. Use navigateTo(url, { external: true }).',
      );
      expect(checkAddress(to, true)).toEqual({ isExternal: true });
    },
  );

  test.each([
    ['javascript:alert(1)', 'javascript:'],
    [' \tJaVa\nScript:alert(1)', 'javascript:'],
    ['data:text/html,x', 'data:'],
    ['vbscript:x', 'vbscript:'],
  ])('%j is refused, with the word too', (to, protocol) => {
    expect(() => navigateTo(to, { external: true })).toThrow(
      `Cannot navigate to a URL with ${protocol} protocol.`,
    );
    expect(safeHref(to)).toBeNull();
  });
});

test.each([
  ['/vacancies/3?x=1', '/vacancies/3?x=1'],
  ['//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['https://evil.example', '/'],
  ['javascript:alert(1)', '/'],
  [null, '/'],
])('?next=%s leads to %s', (next, to) => {
  expect(safeNext(next)).toBe(to);
});
