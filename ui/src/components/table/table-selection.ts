// What is chosen in a table: some rows, or every row of the list, also those on other pages. Pure.

export type Selection = { kind: 'some'; ids: ReadonlySet<string> } | { kind: 'all' };

export const NOTHING_CHOSEN: Selection = { kind: 'some', ids: new Set() };

export function isChosen(selection: Selection, id: string): boolean {
  return selection.kind === 'all' || selection.ids.has(id);
}

export function countChosen(selection: Selection, total: number): number {
  return selection.kind === 'all' ? total : selection.ids.size;
}

/** All of the page, or none of it when all were chosen already. */
export function toggleAll(selection: Selection, page: readonly string[]): Selection {
  if (selection.kind === 'all') return NOTHING_CHOSEN;
  const ids = new Set(selection.ids);
  const areAllChosen = page.every((id) => ids.has(id));
  for (const id of page) {
    if (areAllChosen) ids.delete(id);
    else ids.add(id);
  }
  return { kind: 'some', ids };
}

/** One row, or every row from the last one to this one (Shift). */
export function toggleRange(
  selection: Selection,
  page: readonly string[],
  id: string,
  from: string | null,
): Selection {
  const ids = new Set(selection.kind === 'all' ? page : selection.ids);
  const willChoose = !ids.has(id);
  const start = from === null ? -1 : page.indexOf(from);
  const end = page.indexOf(id);
  const range = start < 0 ? [id] : page.slice(Math.min(start, end), Math.max(start, end) + 1);
  for (const each of range) {
    if (willChoose) ids.add(each);
    else ids.delete(each);
  }
  return { kind: 'some', ids };
}
