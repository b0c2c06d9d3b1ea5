import { expect, test } from 'vitest';
import { readBlocks } from './legal-text.ts';

test('lines are paragraphs, and lines with a dash are one list', () => {
  expect(readBlocks('Dit.\n- Een\n- Twee\nDat - zo.\n- Drie')).toEqual([
    { kind: 'paragraph', text: 'Dit.' },
    { kind: 'list', items: ['Een', 'Twee'] },
    { kind: 'paragraph', text: 'Dat - zo.' },
    { kind: 'list', items: ['Drie'] },
  ]);
});
