import { describe, expect, test } from 'vitest';

type Words = Record<string, unknown>;

const files = import.meta.glob<Words>('./*/*.json', { eager: true, import: 'default' });

function flat(words: Words, before = ''): Map<string, string> {
  return new Map(
    Object.entries(words).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[before + key, value] as const]
        : [...flat(value as Words, `${before}${key}.`)],
    ),
  );
}

const placeholders = (text: string | undefined): string[] =>
  [...(text ?? '').matchAll(/\{\{\s*-?\s*(\w+)[^}]*\}\}|<(\w+)>/g)].map(([whole]) => whole).sort();

const names = (of: string): string[] =>
  Object.keys(files)
    .filter((file) => file.startsWith(`./${of}/`))
    .map((file) => file.slice(5, -5))
    .sort();

test('every file of words is there in both languages', () => {
  expect(names('en')).toEqual(names('nl'));
});

describe.each(names('nl'))('%s', (name) => {
  const dutch = flat(files[`./nl/${name}.json`] ?? {});
  const english = flat(files[`./en/${name}.json`] ?? {});

  test('has the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...dutch.keys()].sort());
  });

  test('has the same placeholders', () => {
    const differing = [...dutch].filter(
      ([key, text]) => placeholders(text).join() !== placeholders(english.get(key)).join(),
    );
    expect(differing.map(([key]) => key)).toEqual([]);
  });

  test('has no empty text', () => {
    expect([...dutch, ...english].filter(([, text]) => text.trim() === '').map(([key]) => key)).toEqual([]);
  });
});
