import { afterEach, expect, test } from 'vitest';
import { language } from './language.ts';
import { foreignOf, languageOf } from './text-language.ts';

afterEach(() => {
  language.value = 'nl';
});

test('the language of a text is that of its commonest words, and Dutch where they do not tell', () => {
  expect(languageOf('Samen koken met de buurt')).toBe('nl');
  expect(languageOf('Cook with the neighbours')).toBe('en');
  expect(languageOf('<p>Help <b>the</b> elderly</p>')).toBe('en');
  expect(languageOf('Taalmaatje')).toBe('nl');
});

test('only what is in another language than the reader’s is marked', () => {
  expect(foreignOf('Taalmaatje', null)).toBeUndefined();
  expect(foreignOf('Walk with the dog')).toBe('en');
  language.value = 'en';
  expect(foreignOf('Taalmaatje', null)).toBe('nl');
  expect(foreignOf('', undefined)).toBeUndefined();
});
