// A menu of two levels as the list in which it is arranged: each row one item, indented or not.

export interface Row<T> {
  item: T;
  depth: 0 | 1;
}

interface Placed {
  id: string;
  parentId: string | null;
  position: number;
  /** `group`: a heading, which stands under nothing. */
  linkType?: string;
}

const isHeading = (item: unknown): boolean => (item as Placed).linkType === 'group';

export function rowsOf<T extends Placed>(items: readonly T[]): Row<T>[] {
  const inOrder = [...items].sort(
    (one, other) => one.position - other.position || Number(one.id) - Number(other.id),
  );
  const below = (id: string) => inOrder.filter(({ parentId }) => parentId === id);
  const ids = new Set(items.map(({ id }) => id));
  return inOrder
    .filter(({ parentId }) => parentId === null || !ids.has(parentId))
    .flatMap((item) => [
      { item, depth: 0 as const },
      ...below(item.id).map((child) => ({ item: child, depth: 1 as const })),
    ]);
}

/** How many rows go along: an item with what stands under it. */
export function spanOf<T>(rows: readonly Row<T>[], at: number): number {
  if (rows[at]?.depth !== 0) return 1;
  let end = at + 1;
  while (rows[end]?.depth === 1) end++;
  return end - at;
}

/** The rows with the one at `from`, and what stands under it, before the row that was at `to`. */
export function moveRow<T>(rows: readonly Row<T>[], from: number, to: number, depth: 0 | 1): Row<T>[] {
  const span = spanOf(rows, from);
  if (to > from && to < from + span) return [...rows];
  const taken = rows.slice(from, from + span);
  const rest = [...rows.slice(0, from), ...rows.slice(from + span)];
  let at = to > from ? to - span : to;
  // Between an item and what stands under it there is no place for another root.
  const asked = span > 1 || isHeading(rows[from]?.item) ? 0 : depth;
  if (asked === 0) while (rest[at]?.depth === 1) at++;
  const placed = taken.map((row, index) => ({ ...row, depth: index === 0 ? asked : row.depth }));
  return tidy([...rest.slice(0, at), ...placed, ...rest.slice(at)]);
}

/** The first row has nothing to stand under. */
const tidy = <T>(rows: Row<T>[]): Row<T>[] =>
  rows.map((row, at) => (at === 0 && row.depth === 1 ? { ...row, depth: 0 } : row));

export type Step = 'up' | 'down' | 'in' | 'out';

/** The list after a step, or null where there is no such step. */
export function step<T>(rows: readonly Row<T>[], at: number, way: Step): Row<T>[] | null {
  const row = rows[at];
  if (!row) return null;
  const span = spanOf(rows, at);
  if (way === 'in') {
    if (row.depth === 1 || at === 0 || span > 1 || isHeading(row.item)) return null;
    return rows.map((each, index) => (index === at ? { ...each, depth: 1 } : each));
  }
  if (way === 'out') {
    if (row.depth === 0) return null;
    // Behind those that stay under its parent.
    let end = at + 1;
    while (rows[end]?.depth === 1) end++;
    return moveRow(rows, at, end, 0);
  }
  if (way === 'up') {
    if (at === 0) return null;
    if (row.depth === 1) return rows[at - 1]?.depth === 1 ? moveRow(rows, at, at - 1, 1) : null;
    let before = at - 1;
    while (rows[before]?.depth === 1) before--;
    return moveRow(rows, at, before, 0);
  }
  const next = at + span;
  if (next >= rows.length) return null;
  if (row.depth === 1) return rows[next]?.depth === 1 ? moveRow(rows, at, next + 1, 1) : null;
  return moveRow(rows, at, next + spanOf(rows, next), 0);
}

export interface Branch {
  id: string;
  children?: { id: string }[];
}

export function treeOf<T extends { id: string }>(rows: readonly Row<T>[]): Branch[] {
  const tree: Branch[] = [];
  for (const { item, depth } of rows) {
    const last = tree.at(-1);
    if (depth === 0 || !last) tree.push({ id: item.id, children: [] });
    else last.children?.push({ id: item.id });
  }
  return tree;
}
