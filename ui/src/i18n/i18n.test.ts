import { describe, expect, test } from 'vitest';
import * as english from './words-en.ts';
import * as dutch from './words-nl.ts';

type Words = Record<string, unknown>;

const files = import.meta.glob<Words>('../**/*.{nl,en}.json', { eager: true, import: 'default' });

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

/** Where each file of words of a language stands, without the language. */
const names = (of: string): string[] =>
  Object.keys(files)
    .filter((file) => file.endsWith(`.${of}.json`))
    .map((file) => file.slice(0, -`.${of}.json`.length))
    .sort();

test('every file of words is there in both languages', () => {
  expect(names('en')).toEqual(names('nl'));
});

/** Only the server says these, or the service worker. */
const NOT_OF_THE_APP = ['calendar-show', 'content-show', 'descriptions', 'offline-page'];

test('every file of words is in the table of its language', () => {
  for (const [of, { words, files: loaders }] of Object.entries({ nl: dutch, en: english })) {
    const listed = [...Object.keys(words), ...Object.keys(loaders)].sort();
    expect(listed).toEqual(
      names(of)
        .map((name) => name.split('/').at(-1) ?? '')
        .filter((name) => !NOT_OF_THE_APP.includes(name))
        .sort(),
    );
  }
});

test('every loader of words brings the file of its name', async () => {
  for (const [of, { files: loaders }] of Object.entries({ nl: dutch, en: english })) {
    for (const [name, load] of Object.entries(loaders)) {
      const [, whole] = Object.entries(files).find(([file]) => file.endsWith(`/${name}.${of}.json`)) ?? [];
      expect((await load()).default, `${name} ${of}`).toEqual(whole);
    }
  }
});

test('no two files of words have one name', () => {
  const short = names('nl').map((name) => name.split('/').at(-1));
  expect(short).toEqual([...new Set(short)]);
});

describe.each(names('nl'))('%s', (name) => {
  const dutch = flat(files[`${name}.nl.json`] ?? {});
  const english = flat(files[`${name}.en.json`] ?? {});

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
