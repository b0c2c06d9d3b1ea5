import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { finishLoading, HEIGHT_PX, loadingBar, startLoading } from './loading-bar.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  finishLoading();
  vi.runAllTimers();
  vi.useRealTimers();
});

test('quick work shows no bar', () => {
  startLoading();
  vi.advanceTimersByTime(199);
  expect(loadingBar.value.isVisible).toBe(false);
  finishLoading();
  vi.advanceTimersByTime(5000);
  expect(loadingBar.value).toEqual({ isLoading: false, isVisible: false, progress: 0 });
});

test('longer work: start, progress, finish, hide, reset', () => {
  startLoading();
  vi.advanceTimersByTime(200);
  expect(loadingBar.value.isVisible).toBe(true);
  vi.advanceTimersByTime(2000);
  const { progress } = loadingBar.value;
  expect(progress).toBeGreaterThan(50);
  vi.advanceTimersByTime(60_000);
  expect(loadingBar.value.progress).toBeGreaterThan(progress);
  expect(loadingBar.value.progress).toBeLessThan(100);
  finishLoading();
  expect(loadingBar.value).toEqual({ isLoading: false, isVisible: true, progress: 100 });
  vi.advanceTimersByTime(499);
  expect(loadingBar.value.isVisible).toBe(true);
  vi.advanceTimersByTime(1);
  expect(loadingBar.value).toEqual({ isLoading: false, isVisible: false, progress: 100 });
  vi.advanceTimersByTime(400);
  expect(loadingBar.value.progress).toBe(0);
});

test('new work before the bar is gone starts it again', () => {
  startLoading();
  vi.advanceTimersByTime(300);
  finishLoading();
  startLoading();
  vi.advanceTimersByTime(1000);
  expect(loadingBar.value).toMatchObject({ isLoading: true, isVisible: true });
});

test('it is three pixels', () => {
  expect(HEIGHT_PX).toBe(3);
});
