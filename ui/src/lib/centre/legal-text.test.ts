import { expect, test } from 'vitest';
import { readBlocks, readSections } from './legal-text.ts';

test('lines are paragraphs, and lines with a dash are one list', () => {
  expect(readBlocks('Dit.\n- Een\n- Twee\nDat - zo.\n- Drie')).toEqual([
    { kind: 'paragraph', text: 'Dit.' },
    { kind: 'list', items: ['Een', 'Twee'] },
    { kind: 'paragraph', text: 'Dat - zo.' },
    { kind: 'list', items: ['Drie'] },
  ]);
});

test('a heading begins a section, and what comes before it stands first', () => {
  const sections = readSections('Vooraf.\n\n## Wie?\nWij.\n- Een\n- [Twee](/privacy)\n\n## Niets\n');
  expect(sections.map(({ title }) => title)).toEqual(['', 'Wie?', 'Niets']);
  expect(sections[1]?.groups.map(({ isList, lines }) => [isList, lines.length])).toEqual([
    [false, 1],
    [true, 2],
  ]);
  expect(sections[1]?.groups[1]?.lines[1]?.pieces).toEqual([{ text: 'Twee', href: '/privacy' }]);
  expect(readSections('')).toEqual([]);
});
