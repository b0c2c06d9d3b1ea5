import { expect, test } from 'vitest';
import { placed } from './picture-preview.tsx';

const WHOLE = { x: 0, y: 0, width: 100, height: 100 };

test('a part of the shape of its frame fills it, wherever the point is', () => {
  const half = { x: 50, y: 0, width: 50, height: 100 };
  expect(placed({ width: 200, height: 100 }, half, { x: 10, y: 90 }, 1)).toEqual({
    left: -100,
    top: -0,
    width: 200,
  });
});

test('what does not fit is cut around the point that stays in view', () => {
  const wide = { width: 400, height: 100 };
  const at = (x: number) => placed(wide, WHOLE, { x, y: 50 }, 1);
  expect(at(0)).toMatchObject({ width: 400 });
  expect(at(0).left).toBeCloseTo(0);
  expect(at(100).left).toBeCloseTo(-300);
  const tall = placed({ width: 100, height: 400 }, WHOLE, { x: 50, y: 100 }, 1);
  expect(tall.top).toBeCloseTo(-300);
});
