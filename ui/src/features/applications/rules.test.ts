// The pure parts: the address of the list, the next step, a phone number.

import { describe, expect, test } from 'vitest';
import type { Application } from '../../api/schema.d.ts';
import { formatPhone } from '../../lib/locale/phone.ts';
import { ownStep, workStep } from './detail/next-step.ts';
import { hrefOf, isPreset, PRESETS, readState } from './list/list-url.ts';

test.each([
  '/applications',
  '/applications?stage=accepted,started,completed',
  '/applications?waiting=7&vacancy=4&q=jan%20%26%20an&sort=created_at&page=3&size=50',
])('an address that is read and written again is the same: %s', (address) => {
  expect(hrefOf(readState(new URLSearchParams(address.split('?')[1])))).toBe(address);
});

test('a page that is no page is the first one', () => {
  expect(readState(new URLSearchParams('page=-2&size=9999&waiting=x'))).toMatchObject({
    page: 1,
    size: 100,
    waiting: null,
  });
});

test('each saved filter is the current one at its own address', () => {
  for (const preset of PRESETS) {
    const state = readState(new URLSearchParams(hrefOf(preset.state).split('?')[1]));
    expect(PRESETS.filter((each) => isPreset(state, each))).toEqual([preset]);
  }
});

describe('the next step', () => {
  const application = (more: Partial<Application>): Application =>
    ({ stage: 'new', waitingDays: 0, ...more }) as Application;
  test.each([
    [{ waitingDays: 0 }, 'new', 'new'],
    [{ waitingDays: 7 }, 'newLate', 'newLate'],
    [{ stage: 'accepted', waitingDays: null }, 'accepted', 'accepted'],
  ] as const)('%o', (more, work, own) => {
    expect(workStep(application(more)).key).toBe(work);
    expect(ownStep(application(more)).key).toBe(own);
  });
});

test.each([
  ['+31612345678', '06 - 12 34 56 78'],
  ['+31418553017', '0418 - 55 30 17'],
  ['+31201234567', '020 - 123 45 67'],
  ['+3221234567', '+3221234567'],
])('%s is written as %s', (number, written) => {
  expect(formatPhone(number)).toBe(written);
});
