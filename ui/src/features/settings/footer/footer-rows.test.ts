import { expect, test } from 'vitest';
import { addressOfLink, readRows, writeRows } from './footer-rows.ts';

test('a column is read as rows and written as it was', () => {
  const content = [
    'Marktplein 4',
    '[Bel ons](tel:+31418550120)',
    '- [Alle vacatures](/vacancies/search)',
    'Bel [ons](tel:1) nu',
  ].join('\n');
  expect(readRows(content)).toEqual([
    { text: 'Marktplein 4', href: '', isEntry: false },
    { text: 'Bel ons', href: 'tel:+31418550120', isEntry: false },
    { text: 'Alle vacatures', href: '/vacancies/search', isEntry: true },
    { text: 'Bel [ons](tel:1) nu', href: '', isEntry: false },
  ]);
  expect(writeRows(readRows(content))).toBe(content);
});

test('an empty row is none, and a link without words shows its address', () => {
  expect(
    writeRows([
      { text: ' ', href: '', isEntry: false },
      { text: '', href: '/nieuws', isEntry: false },
    ]),
  ).toBe('[/nieuws](/nieuws)');
});

test.each([
  ['info@lindewaard.example', 'mailto:info@lindewaard.example'],
  ['0418 - 55 01 20', 'tel:0418550120'],
  ['www.lindewaard.example', 'https://www.lindewaard.example'],
  ['/vacancies/search?tags=once', '/vacancies/search?tags=once'],
  ['https://a.example/x_(y)', 'https://a.example/x_%28y%29'],
])('%s leads to %s', (typed, address) => {
  expect(addressOfLink(typed)).toBe(address);
});
