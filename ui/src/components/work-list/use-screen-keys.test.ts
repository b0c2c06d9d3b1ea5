import { expect, it } from 'vitest';
import { keysOf } from './use-screen-keys.ts';

it('a key that means something else on another row is listed once', () => {
  const decisions = [
    { key: 'a', label: 'Aannemen' },
    { key: 'c', label: 'Contact' },
    { key: 'a', label: 'Plek aanbieden' },
    { key: 'A', label: 'Aannemen' },
  ];
  expect(keysOf(decisions)).toEqual([
    { keys: ['A'], says: 'Aannemen / Plek aanbieden' },
    { keys: ['C'], says: 'Contact' },
  ]);
});
