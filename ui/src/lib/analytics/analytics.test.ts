import { afterEach, expect, test } from 'vitest';
import { centre } from '../centre/centre.ts';
import { answer, followAnalytics, isAsked, sayAnswer } from './analytics.ts';

const scripts = () => document.querySelectorAll('script[src*="googletagmanager"]');
const withTag = (gtagId: string | null) => {
  centre.value = { id: '1', type: 'volunteer_centers', profile: { gtagId } } as never;
};

afterEach(() => {
  localStorage.clear();
  answer.value = null;
  for (const script of scripts()) script.remove();
});

test('nothing is loaded before a visitor agrees, nor after they refuse', () => {
  withTag('G-ABC123');
  const stop = followAnalytics();
  expect(isAsked.value).toBe(true);
  expect(scripts()).toHaveLength(0);
  sayAnswer('no');
  expect(isAsked.value).toBe(false);
  expect(scripts()).toHaveLength(0);
  sayAnswer('yes');
  expect(scripts()).toHaveLength(1);
  expect(scripts()[0]?.getAttribute('src')).toContain('id=G-ABC123');
  expect(localStorage.getItem('voluntr-analytics')).toBe('yes');
  stop();
});

test('a centre that counts nothing asks nothing', () => {
  withTag(null);
  const stop = followAnalytics();
  expect(isAsked.value).toBe(false);
  sayAnswer('yes');
  expect(scripts()).toHaveLength(0);
  stop();
});
