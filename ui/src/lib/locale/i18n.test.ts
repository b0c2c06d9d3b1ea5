import { afterEach, expect, test } from 'vitest';
import { changeLanguage, startWords, translate } from './i18n.ts';

afterEach(() => changeLanguage('nl'));

test('a number in a sentence is written in the language of the reader', async () => {
  await startWords();
  await changeLanguage('nl');
  expect(translate('components:form.counter', { used: 0, limit: 2000 })).toBe('0 van 2.000');
  await changeLanguage('en');
  expect(translate('components:form.counter', { used: 1234, limit: 2000 })).toBe('1,234 of 2,000');
});
