import { describe, expect, test } from 'vitest';
import type { PoolShare } from '../../api/schema.d.ts';
import { standingOf } from './pool-sharing.tsx';

const share = (from: string, to: string) => ({ volunteerCenterId: from, withCenterId: to }) as PoolShare;

describe('how it stands with another centre', () => {
  test.each([
    [[], 'none'],
    [[share('1', '2')], 'waiting'],
    [[share('2', '1')], 'asked'],
    [[share('1', '2'), share('2', '1')], 'shared'],
    [[share('1', '3'), share('3', '1')], 'none'],
  ] as const)('%j', (shares, standing) => {
    expect(standingOf(shares, '1', '2')).toBe(standing);
  });
});
