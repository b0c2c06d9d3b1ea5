import { expect, test } from 'vitest';
import { minutesLeft, sentCount, stepsOf } from './sending.ts';

test('what was sent is what neither waits nor was skipped', () => {
  expect(sentCount({ recipientCount: 1284, waitingCount: 472, skippedCount: 0 })).toBe(812);
  expect(sentCount({ recipientCount: 10, waitingCount: 0, skippedCount: 3 })).toBe(7);
  expect(sentCount({ recipientCount: 0, waitingCount: 0, skippedCount: 0 })).toBe(0);
});

test('minutes are rounded up', () => {
  expect(minutesLeft({ waitingCount: 472, perMinute: 60 })).toBe(8);
  expect(minutesLeft({ waitingCount: 1, perMinute: 60 })).toBe(1);
  expect(minutesLeft({ waitingCount: 0, perMinute: 60 })).toBe(0);
});

test('what can be done follows from how far it is', () => {
  expect(stepsOf('sending')).toEqual(['pause', 'stop']);
  expect(stepsOf('paused')).toEqual(['resume', 'stop']);
  expect(stepsOf('scheduled')).toEqual(['unschedule']);
  expect(stepsOf('sent')).toEqual([]);
});
