import { expect, test } from 'vitest';
import { moveRow, type Row, rowsOf, type Step, step, treeOf } from './menu-tree.ts';

const rows = (text: string): Row<{ id: string }>[] =>
  text
    .split(' ')
    .map((word) => ({ item: { id: word.replace('-', '') }, depth: word.startsWith('-') ? 1 : 0 }));
const told = (list: readonly Row<{ id: string }>[] | null): string | null =>
  list?.map(({ item, depth }) => (depth ? `-${item.id}` : item.id)).join(' ') ?? null;

test('items become rows, each followed by what stands under it', () => {
  const item = (id: string, parentId: string | null, position: number) => ({ id, parentId, position });
  expect(told(rowsOf([item('1', null, 2), item('2', '3', 2), item('3', null, 1), item('4', '3', 1)]))).toBe(
    '3 -4 -2 1',
  );
});

test.each<[string, number, Step, string | null]>([
  ['a b c', 1, 'up', 'b a c'],
  ['a b c', 0, 'up', null],
  ['a -b c', 2, 'up', 'c a -b'],
  ['a -b c', 0, 'down', 'c a -b'],
  ['a -b -c', 2, 'up', 'a -c -b'],
  ['a -b -c', 1, 'up', null],
  ['a -b c', 1, 'down', null],
  ['a b c', 1, 'in', 'a -b c'],
  ['a b -c', 1, 'in', null],
  ['a b c', 0, 'in', null],
  ['a -b -c d', 1, 'out', 'a -c b d'],
  ['a b', 1, 'down', null],
])('%s: row %i %s', (before, at, way, after) => {
  expect(told(step(rows(before), at, way))).toBe(after);
});

test('what is dragged takes along what stands under it, and never a place in between', () => {
  expect(told(moveRow(rows('a -b c'), 0, 3, 1))).toBe('c a -b');
  expect(told(moveRow(rows('a -b c'), 2, 1, 0))).toBe('a -b c');
  expect(told(moveRow(rows('a -b c'), 2, 1, 1))).toBe('a -c -b');
  expect(told(moveRow(rows('a b'), 1, 0, 1))).toBe('b a');
  expect(told(moveRow(rows('a -b c'), 0, 1, 0))).toBe('a -b c');
});

test('the tree that is sent names every row once', () => {
  expect(treeOf(rows('a -b -c d'))).toEqual([
    { id: 'a', children: [{ id: 'b' }, { id: 'c' }] },
    { id: 'd', children: [] },
  ]);
});

test('a heading stands under nothing, and others can stand under it', () => {
  const list: Row<{ id: string; linkType: string }>[] = [
    { item: { id: 'a', linkType: 'system_page' }, depth: 0 },
    { item: { id: 'k', linkType: 'group' }, depth: 0 },
    { item: { id: 'b', linkType: 'system_page' }, depth: 0 },
  ];
  expect(step(list, 1, 'in')).toBeNull();
  expect(told(step(list, 2, 'in'))).toBe('a k -b');
  expect(told(moveRow(list, 1, 1, 1))).toBe('a k b');
});
