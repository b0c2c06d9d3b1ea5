import { expect, it } from 'vitest';
import { keptPostalCode } from './postal-code.ts';
import CODES from './postal-codes.json' with { type: 'json' };

it.each(CODES)('%j is kept as %s, as the server has it', (written, kept) => {
  expect(keptPostalCode(String(written))).toBe(kept);
});
