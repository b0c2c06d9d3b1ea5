import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  addToast,
  clearToasts,
  pauseToast,
  removeToast,
  resumeToast,
  toastPosition,
  toasts,
} from './toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearToasts();
  vi.useRealTimers();
});

const only = () => toasts.value[0];

describe('a toast', () => {
  test('is there for five seconds while its bar fills', () => {
    addToast({ title: 'Opgeslagen' });
    expect(only()).toMatchObject({ color: 'primary', closable: true, duration: 5000, progress: 0 });
    vi.advanceTimersByTime(2500);
    expect(only()?.progress).toBeCloseTo(0.5, 1);
    vi.advanceTimersByTime(2480);
    expect(toasts.value).toHaveLength(1);
    vi.advanceTimersByTime(40);
    expect(toasts.value).toHaveLength(0);
  });

  test('moves every 16 ms', () => {
    addToast({ title: 'x', duration: 1600 });
    vi.advanceTimersByTime(15);
    expect(only()?.progress).toBe(0);
    vi.advanceTimersByTime(1);
    expect(only()?.progress).toBeCloseTo(0.01);
  });

  test.each([0, -1])('with duration %i stays', (duration) => {
    addToast({ title: 'x', duration });
    vi.advanceTimersByTime(60_000);
    expect(only()?.progress).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('waits while somebody points at it, and goes on with what was left', () => {
    const id = addToast({ title: 'x', duration: 1000 });
    vi.advanceTimersByTime(600);
    pauseToast(id);
    vi.advanceTimersByTime(10_000);
    expect(only()?.progress).toBeCloseTo(0.6, 1);
    resumeToast(id);
    vi.advanceTimersByTime(380);
    expect(toasts.value).toHaveLength(1);
    vi.advanceTimersByTime(40);
    expect(toasts.value).toHaveLength(0);
  });

  test('can be closed, and leaves no timer', () => {
    const id = addToast({ title: 'x' });
    removeToast(id);
    expect(toasts.value).toHaveLength(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  test('with the id of another takes its place', () => {
    addToast({ id: 'same', title: 'een' });
    addToast({ id: 'same', title: 'twee' });
    expect(toasts.value.map((toast) => toast.title)).toEqual(['twee']);
  });
});

test('all can be cleared', () => {
  addToast({ title: 'een' });
  addToast({ title: 'twee' });
  clearToasts();
  expect(toasts.value).toHaveLength(0);
  expect(vi.getTimerCount()).toBe(0);
});

test('they stand at the bottom right', () => {
  expect(toastPosition.value).toBe('bottom-right');
});
