import { expect, test } from 'vitest';
import { pictureOf } from './picture-url.ts';

test('a stored picture comes in the widths that the server stored', () => {
  const start = '/uploads/0123456789abcdef01234567-';
  const { srcSet, width, height, style } = pictureOf(`${start}700x900-a1b2c3-50-30.webp`);
  expect(srcSet).toBe(
    ['700x900', '640x823', '320x411']
      .map((size) => `${start}${size}-a1b2c3-50-30.webp ${size.split('x')[0]}w`)
      .join(', '),
  );
  expect([width, height]).toEqual([700, 900]);
  expect(style).toEqual({ objectPosition: '50% 30%', backgroundColor: '#a1b2c3' });
});

test('a drawing has one size', () => {
  expect(pictureOf('/img/tuin.svg')).toEqual({ src: '/img/tuin.svg' });
});
