import { expect, test } from 'vitest';
import { languageOf, type OfflinePageContent, offlinePage } from './offline-page.ts';

const SITE = {
  name: 'Doen & "Zo" <b>',
  phone: '+31418550120',
  phoneText: '0418 55 01 20',
  language: 'en',
  shape: 'straight',
} as const;
const CONTENT: OfflinePageContent = {
  site: SITE,
  language: 'nl',
  isOnline: false,
  pages: [],
  saved: [],
  nonce: 'n0nce',
};

const pageOf = (content: Partial<OfflinePageContent>): Document =>
  new DOMParser().parseFromString(offlinePage({ ...CONTENT, ...content }), 'text/html');

test('what is stored is text, never markup', () => {
  const page = pageOf({
    saved: ['<img src=x onerror=alert(1)>'],
    pages: [{ path: '/a"onclick="x', title: '<script>alert(1)</script>' }],
  });
  expect(page.querySelector('.site')?.textContent).toContain('Doen & "Zo" <b>');
  expect(page.querySelectorAll('section img, section script, section [onclick]')).toHaveLength(0);
  expect(page.querySelector('section a')?.getAttribute('href')).toBe('/a"onclick="x');
  expect(page.documentElement.dataset.shape).toBe('straight');
});

test('the fault is not put on the connection of who has one', () => {
  expect(pageOf({}).querySelector('h1')?.textContent).toBe('Je hebt geen internet');
  expect(pageOf({ isOnline: true }).querySelector('h1')?.textContent).toBe('De site is nu niet te bereiken');
});

test('before the site is known there is a page too', () => {
  const page = pageOf({ site: null });
  expect(page.querySelectorAll('.site, section, [href^="tel:"]')).toHaveLength(0);
  expect(page.title).toBe('Je hebt geen internet');
});

test('its language is that of the address, else the one that was chosen', () => {
  expect(languageOf('/en', null)).toBe('en');
  expect(languageOf('/energie', null)).toBe('nl');
  expect(languageOf('/vacatures', { ...SITE })).toBe('en');
});
