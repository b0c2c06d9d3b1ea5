// Which role lies on which, and how well it is seen there.
import { expect, test } from 'vitest';
import {
  backOf,
  channelsOf,
  contrast,
  neededOf,
  roleNames,
  SHAPE_CONTRAST,
  TEXT_CONTRAST,
} from './color-roles.ts';

const NAMES = ['background', 'surface-accent', 'band', 'action', 'success-back', 'header-back', 'text'];

test.each([
  ['on-action', 'action'],
  ['on-band-soft', 'band'],
  ['text-accent', 'surface-accent'],
  ['success-text', 'success-back'],
  ['header-soft', 'header-back'],
  ['accent', 'band'],
  ['text-soft', 'background'],
  ['focus', 'background'],
])('%s lies on %s', (name, back) => {
  expect(backOf(name, NAMES)).toBe(back);
});

test.each([
  ['text-soft', TEXT_CONTRAST],
  ['link-hover', TEXT_CONTRAST],
  ['success-text', TEXT_CONTRAST],
  ['border-field', SHAPE_CONTRAST],
  ['surface-sunken', null],
  ['border', null],
  ['action-hover', null],
])('%s needs %s', (name, needed) => {
  expect(neededOf(name)).toBe(needed);
});

test('black on white is 21, and white on white is 1', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBe(21);
  expect(contrast([255, 255, 255], [255, 255, 255])).toBe(1);
  // The palest text of WCAG on white.
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2);
});

test('what lets through what is behind it has no colour of its own', () => {
  expect(channelsOf('rgb(5, 99, 97)')).toEqual([5, 99, 97]);
  expect(channelsOf('rgba(20, 18, 16, 0.55)')).toBeNull();
  expect(channelsOf('color(srgb 1 0 0)')).toBeNull();
});

test('roles are read from the sheets of the page, without steps of a scale and what is of others', () => {
  const sheet = document.createElement('style');
  sheet.textContent = `:root { --v-primary-50: #fff; }
    :root, [data-theme="light"] { --v-surface: #fff; --v-primary-800: #000; --pico-color: #000; color: red; }
    [data-theme="light"] { --v-surface: #fff; --v-text: #000; }`;
  document.head.append(sheet);
  expect(roleNames()).toEqual(['surface', 'text']);
  sheet.remove();
});
