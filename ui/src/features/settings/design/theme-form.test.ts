import { expect, it } from 'vitest';
import EXAMPLES from './shades.json' with { type: 'json' };
import { readShades, readVariables } from './theme-form.ts';

it.each(EXAMPLES)('shades are used if they are complete, as the server has it: %s', (text, isUsed) => {
  expect(readShades(text) !== null).toBe(isUsed);
});

it('a variable without a name or a value is passed over', () => {
  expect(readVariables('--v-page: 60rem\n: 1px\n--v-gap:\n\nniets')).toEqual({ '--v-page': '60rem' });
});
