import { describe, expect, test } from 'vitest';
import { chooseLanguage, pathIn, splitPath } from './language.ts';

describe('the language', () => {
  test.each([
    ['/en/vacancies', 'nl', 'en'],
    ['/nl', 'en', 'nl'],
    ['/vacancies', 'en', 'en'],
    ['/vacancies', null, 'nl'],
    ['/vacancies', 'de', 'nl'],
    ['/english', null, 'nl'],
  ])('%s with cookie %s is %s', (path, cookie, language) => {
    expect(chooseLanguage(path, cookie)).toBe(language);
  });

  test('a prefix comes off', () => {
    expect(splitPath('/en/vacancies/3')).toEqual({ prefix: '/en', language: 'en', path: '/vacancies/3' });
    expect(splitPath('/en')).toEqual({ prefix: '/en', language: 'en', path: '/' });
    expect(splitPath('/nieuws')).toEqual({ prefix: '', language: null, path: '/nieuws' });
  });

  test.each([
    ['en', '/vacancies', '/en/vacancies?q=1'],
    ['nl', '/en/vacancies', '/vacancies?q=1'],
    ['en', '/', '/en?q=1'],
    ['nl', '/en', '/?q=1'],
  ] as const)('in %s %s is %s', (to, path, wanted) => {
    expect(pathIn(to, path, '?q=1')).toBe(wanted);
  });
});
