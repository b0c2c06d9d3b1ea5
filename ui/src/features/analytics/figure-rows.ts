// The rows of figures: their order, their pages, and whether anything was counted at all. Pure.
import type {
  Analytics,
  FigureBadge,
  FigureCell,
  FigureColumn,
  FigureRow,
} from '../../api/analytics-calls.ts';

export const ROWS_PER_PAGE = 20;

const BADGES: readonly FigureBadge[] = ['good', 'fair', 'slow', 'none'];

export interface RowSort {
  column: FigureColumn;
  direction: 'ascending' | 'descending';
}

/** '-answered' is the column `answered`, the most first. Null where the figure has no such column. */
export function sortIn(sort: string, columns: readonly FigureColumn[]): RowSort | null {
  const isDescending = sort.startsWith('-');
  const column = columns.find(({ key }) => key === sort.slice(isDescending ? 1 : 0));
  return column ? { column, direction: isDescending ? 'descending' : 'ascending' } : null;
}

/** After a press on the head of a column: numbers begin with the most, words with the first. */
export function nextSort(column: FigureColumn, sort: RowSort | null): string {
  const isSame = sort?.column.key === column.key;
  const isDescending = isSame ? sort.direction === 'ascending' : column.isNumber;
  return isDescending ? `-${column.key}` : column.key;
}

/** What a cell counts for; null has no number, or one that is not shown. */
const weightOf = ({ value, isHidden, badge }: FigureCell): number | null =>
  isHidden ? null : (value ?? (badge === null ? null : BADGES.indexOf(badge)));

/** Rows without a number stand last in either direction. */
export function sortedRows(
  rows: readonly FigureRow[],
  columns: readonly FigureColumn[],
  sort: RowSort | null,
  language: string,
): readonly FigureRow[] {
  if (sort === null) return rows;
  const at = columns.indexOf(sort.column);
  const sign = sort.direction === 'descending' ? -1 : 1;
  const byText = new Intl.Collator(language, { numeric: true, sensitivity: 'base' });
  return rows.toSorted((one, other) => {
    const [left, right] = [one.cells[at], other.cells[at]];
    if (!left || !right) return 0;
    const [less, more] = [weightOf(left), weightOf(right)];
    if (less !== null && more !== null) return sign * (less - more);
    if (less !== null || more !== null) return less === null ? 1 : -1;
    return sort.column.isNumber ? 0 : sign * byText.compare(left.text, right.text);
  });
}

export interface RowPage {
  rows: readonly FigureRow[];
  page: number;
  pages: number;
  from: number;
  to: number;
}

/** A page beyond the last one is the last one. */
export function pageOf(rows: readonly FigureRow[], asked: number): RowPage {
  const pages = Math.max(1, Math.ceil(rows.length / ROWS_PER_PAGE));
  const page = Math.min(asked, pages);
  const from = (page - 1) * ROWS_PER_PAGE;
  const shown = rows.slice(from, from + ROWS_PER_PAGE);
  return { rows: shown, page, pages, from: shown.length > 0 ? from + 1 : 0, to: from + shown.length };
}

/** Nothing was counted. What is too small to be shown was. */
export const isNothingCounted = ({
  keyNumbers,
  figures,
}: Pick<Analytics, 'keyNumbers' | 'figures'>): boolean =>
  keyNumbers.every(({ value, text }) => !value && !text.startsWith('<')) &&
  figures.every(({ rows }) =>
    rows.every(({ cells }) => cells.every(({ value, isHidden }) => !value && !isHidden)),
  );
