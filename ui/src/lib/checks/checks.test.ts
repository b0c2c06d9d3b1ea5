import { describe, expect, test } from 'vitest';
import type { MissingCheck } from '../../api/check-calls.ts';
import type { Application } from '../../api/schema.d.ts';
import { gateStep, isOpen, isRenewable, isStopped, missingOf, usualYears, yearsLater } from './checks.ts';

const application = (missingChecks?: readonly Partial<MissingCheck>[]): Application =>
  ({ missingChecks }) as unknown as Application;

describe('a paper', () => {
  test.each([
    ['2026-11-19', 3, '2029-11-19'],
    ['2024-02-29', 2, '2026-02-28'],
    ['2024-02-29', 4, '2028-02-29'],
    ['2096-02-29', 4, '2100-02-28'],
  ])('of %s counts for %i years until %s', (day, years, until) => {
    expect(yearsLater(day, years)).toBe(until);
  });

  test('a licence says itself how long it counts', () => {
    expect(usualYears('vog')).toBe(3);
    expect(usualYears('driving_licence')).toBeNull();
  });

  test.each([
    ['requested', true, false],
    ['claimed', true, false],
    ['seen', false, true],
    ['expiring', false, true],
    ['expired', false, true],
    ['replaced', false, false],
    ['revoked', false, false],
  ] as const)('that is %s: to be seen %s, to be renewed %s', (state, open, renewable) => {
    expect([isOpen({ state }), isRenewable({ state })]).toEqual([open, renewable]);
  });
});

describe('an application', () => {
  test('is stopped at accepting alone, while something is missing', () => {
    const one = application([{ kind: 'vog', state: 'requested' }]);
    expect(isStopped(one, 'accept')).toBe(true);
    expect(isStopped(one, 'contact')).toBe(false);
    expect(isStopped(application([]), 'accept')).toBe(false);
  });

  test('of which the server says nothing lacks nothing', () => {
    expect(missingOf(application())).toEqual([]);
  });

  test.each([
    ['none', 1],
    ['expired', 1],
    ['requested', 2],
    ['claimed', 4],
  ] as const)('where it is %s is at step %i', (state, step) => {
    expect(gateStep({ state })).toBe(step);
  });
});
