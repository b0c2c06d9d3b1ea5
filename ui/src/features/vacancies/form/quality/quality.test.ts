import { describe, expect, test } from 'vitest';
import { hardWords, offerRemark, replaceWord, textRemark, titleRemark } from './quality.ts';

describe('a title', () => {
  test('is praised when it is short and says what one does', () => {
    expect(titleRemark('Samen Nederlands oefenen', 'nl')).toEqual({ tone: 'good', key: 'title.good' });
  });
  test('is not remarked upon while it is being typed', () => {
    expect(titleRemark('Sam', 'nl')).toBeNull();
  });
  test.each([
    ['Vrijwilliger gezocht voor het buurthuis', 'title.volunteer'],
    ['GEZOCHT: iemand die kookt', 'title.loud'],
    ['Een heel erg lange titel die van alles vertelt over wat er in het werk zit', 'title.long'],
    ['Activiteiten faciliteren in de wijk', 'words'],
  ])('%s could be better: %s', (title, key) => {
    expect(titleRemark(title, 'nl')?.key).toBe(key);
  });
});

describe('a text', () => {
  test('has its hard words shown with plain ones, and replaced one by one', () => {
    const text = 'Je faciliteert elke week een laagdrempelig gesprek.';
    const swaps = hardWords(text, 'nl');
    expect(swaps).toEqual([
      { hard: 'faciliteert', plain: 'leidt' },
      { hard: 'laagdrempelig', plain: 'gezellig' },
    ]);
    expect(replaceWord(text, { hard: 'faciliteert', plain: 'leidt' })).toBe(
      'Je leidt elke week een laagdrempelig gesprek.',
    );
    expect(replaceWord('Indien je wilt. Kom indien het past.', { hard: 'indien', plain: 'als' })).toBe(
      'Als je wilt. Kom als het past.',
    );
  });
  test('of long sentences, too few words, or without the reader could be better', () => {
    const long = `Je ${'loopt en '.repeat(12)}praat met iemand.`;
    expect(textRemark(long, 'nl')?.key).toBe('text.sentence');
    expect(textRemark('Je loopt een uur met iemand door het park.', 'nl')?.key).toBe('text.short');
    const about = 'Wij zoeken iemand die met ouderen loopt. '.repeat(5);
    expect(textRemark(about, 'nl')?.key).toBe('text.you');
    const good = 'Je loopt elke week een uur met iemand door het park. Daarna drinken jullie koffie. '.repeat(
      3,
    );
    expect(textRemark(good, 'nl')).toEqual({ tone: 'good', key: 'text.good' });
  });
});

test('what is offered names insurance and expenses', () => {
  expect(offerRemark('', '')?.key).toBe('offer.empty');
  expect(offerRemark('Koffie en een goed gesprek', '')?.key).toBe('offer.insurance');
  expect(offerRemark('Je bent verzekerd', '')?.key).toBe('offer.expenses');
  expect(offerRemark('Je bent verzekerd', 'Reiskosten')?.tone).toBe('good');
});
