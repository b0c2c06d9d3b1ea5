// Toasts stand above the bars at the bottom of their column, and above no other.
import { expect, test } from 'vitest';
import { barRoom } from './toast-room.ts';

const rect = (left: number, top: number, width: number, height: number): DOMRect =>
  ({ left, top, width, height, right: left + width, bottom: top + height }) as DOMRect;

test('only what sticks to the bottom under the toasts lifts them', () => {
  const column = { left: 240, right: 700 };
  const panelBar = rect(700, 830, 580, 70);
  const bulkBar = rect(240, 840, 460, 60);
  const inTheMiddle = rect(240, 400, 460, 60);
  expect(barRoom([panelBar, inTheMiddle], column, 900)).toBe(0);
  expect(barRoom([panelBar, bulkBar, inTheMiddle], column, 900)).toBe(60);
  expect(barRoom([rect(0, 812, 360, 88)], { left: 16, right: 344 }, 900)).toBe(88);
  expect(barRoom([rect(0, 1200, 360, 88)], { left: 16, right: 344 }, 900)).toBe(0);
});

test('a bar that ends above the bottom lifts toasts that would lie over it', () => {
  const column = { left: 0, right: 360 };
  const bar = rect(0, 640, 360, 130);
  expect(barRoom([bar], column, 800, 60)).toBe(160);
  expect(barRoom([bar], column, 800, 20)).toBe(0);
});
