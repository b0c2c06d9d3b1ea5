import { describe, expect, test } from 'vitest';
import { barredBy, closedBecause, linesOf } from './vacancy-state.ts';
import { youtubeId } from './youtube-id.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const LATER = '2026-12-01T00:00:00Z';

describe('whether one can still apply', () => {
  test.each([
    ['published', LATER, null, null],
    ['published', LATER, 3, null],
    ['published', LATER, 0, 'full'],
    ['published', '2026-11-20T00:00:00Z', null, 'expired'],
    ['filled', LATER, 0, 'filled'],
    ['expired', LATER, null, 'expired'],
    ['archived', LATER, null, 'archived'],
    ['deleted', LATER, null, 'archived'],
    ['draft', null, null, 'draft'],
  ] as const)('%s until %s with %s spots: %s', (status, expiresAt, spotsLeft, expected) => {
    expect(closedBecause({ status, expiresAt, spotsLeft }, NOW)).toBe(expected);
  });
});

describe('whether somebody can apply again', () => {
  const earlier = (stage: string, closedBy: string, transitions: string[] = []) =>
    ({ id: '7', stage, closedBy, transitions }) as unknown as Parameters<typeof barredBy>[0][number];
  test.each([
    ['nothing', [], null],
    ['withdrawn once', [earlier('withdrawn', 'volunteer', ['reapply'])], null],
    ['withdrawn twice', [earlier('withdrawn', 'volunteer')], 'withdrawn_again'],
    ['a no', [earlier('rejected', 'organization')], 'rejected'],
    ['the no of a mentor', [earlier('rejected', 'mentor')], 'rejected_by_mentor'],
    [
      'a no after a withdrawal',
      [earlier('withdrawn', 'volunteer'), earlier('rejected', 'organization')],
      'rejected',
    ],
  ] as const)('after %s', (_, applications, because) => {
    expect(barredBy(applications)?.because ?? null).toBe(because);
  });
});

describe('the film of an address', () => {
  test.each([
    ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://youtu.be/dQw4w9WgXcQ?t=3', 'dQw4w9WgXcQ'],
    ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://m.youtube.com/shorts/dQw4w9WgXcQ', 'dQw4w9WgXcQ'],
    ['https://evil.example/watch?v=dQw4w9WgXcQ', null],
    ['https://www.youtube.com/watch?v="><script>', null],
    ['https://www.youtube.com/', null],
    ['geen adres', null],
    [null, null],
  ])('%s: %s', (address, id) => {
    expect(youtubeId(address)).toBe(id);
  });
});

test('an offer in lines is a list', () => {
  expect(linesOf('- Koffie\n\n* Reiskosten')).toEqual(['Koffie', 'Reiskosten']);
  expect(linesOf('Koffie, en een vaste begeleider.')).toEqual(['Koffie, en een vaste begeleider.']);
  expect(linesOf(null)).toEqual([]);
});
