import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('cells with signs of the format are quoted, rows end as office programs expect', () => {
  expect(
    csvOf([
      ['Naam', 'Aantal'],
      ['Bos; "Jan"', 2],
      [null, 'a\nb'],
    ]),
  ).toBe('\uFEFFNaam;Aantal\r\n"Bos; ""Jan""";2\r\n;"a\nb"\r\n');
});

test.each(['=1+1', '+31612345678', '-2', '@SUM(A1)', " '=1+1", '\t=1', '\rx'])(
  'a name is no formula: %j',
  (text) => {
    expect(csvOf([[text]]).replaceAll('"', '')).toBe(`\uFEFF'${text}\r\n`);
  },
);

test('words and numbers stay as they are', () => {
  expect(csvOf([["'s-Hertogenbosch", 'a=b', -2]])).toBe("\uFEFF's-Hertogenbosch;a=b;-2\r\n");
});
