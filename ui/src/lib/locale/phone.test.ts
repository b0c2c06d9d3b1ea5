import { expect, it } from 'vitest';
import { keptPhone } from './kept-phone.ts';
import { formatPhone } from './phone.ts';
import NUMBERS from './phone-numbers.json' with { type: 'json' };

it.each(NUMBERS)('%s is kept as %s, as the server has it', (written, kept) => {
  expect(keptPhone(String(written))).toBe(kept);
});

it('a number is written so that it is kept as the same', () => {
  for (const kept of ['+31612345678', '+31341123456', '+31201234567', '+3225551234'])
    expect(keptPhone(formatPhone(kept))).toBe(kept);
});
