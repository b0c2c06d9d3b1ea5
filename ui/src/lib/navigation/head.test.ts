import { afterEach, expect, it } from 'vitest';
import { followHead, rowHead } from './head.ts';

const description = () => document.querySelector('meta[name="description"]')?.getAttribute('content');

afterEach(() => {
  rowHead.value = null;
  document.head.innerHTML = '';
  history.replaceState(null, '', '/');
});

it('keeps what the server says of the page that was asked for, and says it of no other', () => {
  document.head.innerHTML = '<meta name="description" content="Vrijwilligerswerk in de buurt">';
  const stop = followHead();
  rowHead.value = { title: 'Home' };
  expect(description()).toBe('Vrijwilligerswerk in de buurt');
  history.pushState(null, '', '/partners');
  rowHead.value = { title: 'Partners' };
  expect(description()).toBe('');
  stop();
});
