import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AWAY_MS, followBranding } from './live-branding.ts';

const { send } = vi.hoisted(() => ({ send: vi.fn(() => Promise.resolve({ item: null, meta: {} })) }));
vi.mock('../../api/requests.ts', () => ({ send }));

let version = 'a';
let asked = 0;
beforeEach(() => {
  vi.useFakeTimers();
  version = 'a';
  asked = 0;
  send.mockClear();
  vi.stubGlobal('fetch', async () => {
    asked += 1;
    return { ok: true, json: async () => ({ version }) };
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a page that is looked at has another look within five seconds', async () => {
  const stop = followBranding();
  await vi.advanceTimersByTimeAsync(100);
  version = 'b';
  await vi.advanceTimersByTimeAsync(5000);
  expect(send).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(20000);
  expect(send).toHaveBeenCalledTimes(1);
  stop();
});

test('a page that was left open asks nothing until somebody is there again', async () => {
  const stop = followBranding();
  await vi.advanceTimersByTimeAsync(AWAY_MS + 10000);
  const before = asked;
  version = 'b';
  await vi.advanceTimersByTimeAsync(60000);
  expect(asked).toBe(before);
  dispatchEvent(new Event('pointermove'));
  await vi.advanceTimersByTimeAsync(100);
  expect(send).toHaveBeenCalledTimes(1);
  stop();
});
