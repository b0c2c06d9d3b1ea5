import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  chooseColour,
  followColourMode,
  forcedColourMode,
  proposeColour,
  STORAGE_KEY,
} from './colour-mode.ts';

let isDark = false;
let tell = (): void => {};
let stop = (): void => {};

beforeEach(() => {
  isDark = false;
  vi.stubGlobal('matchMedia', () => ({
    get matches() {
      return isDark;
    },
    addEventListener: (_: string, listener: () => void) => {
      tell = listener;
    },
    removeEventListener: () => {},
  }));
});
afterEach(() => {
  stop();
  forcedColourMode.value = null;
});

const shown = (): string | undefined => document.documentElement.dataset.theme;

test('system follows the system, live', () => {
  stop = followColourMode();
  expect(shown()).toBe('light');
  isDark = true;
  tell();
  expect(shown()).toBe('dark');
});

test('a choice is kept under the known key and wins from the system', () => {
  stop = followColourMode();
  chooseColour('dark');
  expect(shown()).toBe('dark');
  expect(localStorage.getItem(STORAGE_KEY)).toBe('dark');
  expect(STORAGE_KEY).toBe('nuxt-color-mode');
});

test('a choice of last time is there at the start', () => {
  localStorage.setItem(STORAGE_KEY, 'dark');
  stop = followColourMode();
  expect(shown()).toBe('dark');
});

test('what the account says holds where nothing was chosen, and never wins from a choice', () => {
  localStorage.removeItem(STORAGE_KEY);
  stop = followColourMode();
  proposeColour('dark');
  expect(shown()).toBe('dark');
  chooseColour('light');
  proposeColour('dark');
  expect(shown()).toBe('light');
});

test('a route may force one until it is left', () => {
  stop = followColourMode();
  chooseColour('dark');
  forcedColourMode.value = 'light';
  expect(shown()).toBe('light');
  forcedColourMode.value = null;
  expect(shown()).toBe('dark');
});
