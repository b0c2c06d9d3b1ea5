import { expect, test } from 'vitest';
import { readFooterContent } from './footer-content.ts';

test('lines are lines, links are links, a dash begins a list', () => {
  expect(readFooterContent('Marktplein 4\n\n- [Nieuws](/nieuws)\nMail info@example.org')).toEqual([
    { isEntry: false, pieces: [{ text: 'Marktplein 4', href: null }] },
    { isEntry: true, pieces: [{ text: 'Nieuws', href: '/nieuws' }] },
    {
      isEntry: false,
      pieces: [
        { text: 'Mail ', href: null },
        { text: 'info@example.org', href: 'mailto:info@example.org' },
      ],
    },
  ]);
});

test('a dangerous address is no link', () => {
  expect(readFooterContent('[Klik](javascript:alert)')[0]?.pieces[0]).toEqual({ text: 'Klik', href: null });
});

test('nothing is nothing', () => {
  expect(readFooterContent(null)).toEqual([]);
});
