import { expect, test } from 'vitest';
import { wordDiff } from './word-diff.ts';

const marked = (shown: string, other: string): string =>
  wordDiff(shown, other)
    .map(({ text, isChanged }) => (isChanged ? `[${text}]` : text))
    .join('');

test('the words that differ are marked, and no others', () => {
  expect(marked('Wandelen met ouderen in het park', 'Fietsen met ouderen in het park')).toBe(
    '[Wandelen] met ouderen in het park',
  );
  expect(marked('Je leest voor', 'Je leest elke week voor')).toBe('Je leest voor');
  expect(marked('Je leest elke week voor', 'Je leest voor')).toBe('Je leest [elke week ]voor');
  expect(marked('', 'iets')).toBe('');
  expect(marked('alles nieuw', '')).toBe('[alles nieuw]');
});

test('very long texts are compared as wholes', () => {
  const long = 'woord '.repeat(2000);
  expect(wordDiff(long, `${long}meer`)).toEqual([{ text: long, isChanged: true }]);
});
