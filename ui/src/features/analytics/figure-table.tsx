// The table of a figure: on a phone each row is a list of its cells with their heads.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { FigureBadge, FigureCell, FigureColumn, FigureRow } from '../../api/analytics-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { classNames } from '../../components/class-names.ts';
import { StatusBadge, type Tone } from '../../components/content/badge.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { nextSort, type RowSort } from './figure-rows.ts';
import '../../components/table/data-table.css';

const BADGE: Readonly<Record<FigureBadge, { tone: Tone; icon: IconName }>> = {
  good: { tone: 'success', icon: 'check' },
  fair: { tone: 'warning', icon: 'clock' },
  slow: { tone: 'danger', icon: 'alert' },
  none: { tone: 'danger', icon: 'alert' },
};

/** More of them stand closer together. */
const MANY_COLUMNS = 5;

export interface FigureTableProps {
  caption: string;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  /** With it the heads are buttons. */
  onSort?: ((sort: string) => void) | undefined;
  sort?: RowSort | null;
  /** What can be done with a row. */
  action?: ((words: string) => ReactNode) | undefined;
}

export function FigureTable({ caption, columns, rows, onSort, sort = null, action }: FigureTableProps) {
  const { t } = useTranslation('analytics');
  const id = useId();
  return (
    <table className={classNames('figure-table', columns.length > MANY_COLUMNS && 'is-wide')}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
          ))}
          {action ? (
            <th scope="col">
              <span className="visually-hidden">{t('figure.action')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ cells }, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other name
          <tr key={`${id}${row}`}>
            {columns.map((column, at) => (
              <BodyCell key={column.key} column={column} cell={cells[at]} isHead={at === 0} />
            ))}
            {action ? <td className="is-action">{action(cells[0]?.text ?? '')}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface HeadCellProps {
  column: FigureColumn;
  sort: RowSort | null;
  onSort: ((sort: string) => void) | undefined;
}

function HeadCell({ column, sort, onSort }: HeadCellProps) {
  const direction = sort?.column.key === column.key ? sort.direction : undefined;
  return (
    <th scope="col" className={column.isNumber ? 'num' : undefined} aria-sort={direction}>
      {onSort ? (
        <button type="button" className="sort-button" onClick={() => onSort(nextSort(column, sort))}>
          {column.label}
          {direction ? <Icon name={direction === 'ascending' ? 'sort-up' : 'sort'} /> : null}
        </button>
      ) : (
        column.label
      )}
    </th>
  );
}

interface BodyCellProps {
  column: FigureColumn;
  cell: FigureCell | undefined;
  isHead: boolean;
}

function BodyCell({ column, cell, isHead }: BodyCellProps) {
  const className = classNames(column.isNumber && 'num', cell?.isHidden && 'is-hidden') || undefined;
  if (isHead)
    return (
      <th scope="row" className={className}>
        <CellText cell={cell} />
      </th>
    );
  return (
    <td className={className} data-label={column.label}>
      <CellText cell={cell} />
    </td>
  );
}

function CellText({ cell }: { cell: FigureCell | undefined }) {
  if (!cell) return null;
  if (cell.badge !== null) return <StatusBadge {...BADGE[cell.badge]}>{cell.text}</StatusBadge>;
  return cell.href === null ? cell.text : <AppLink href={cell.href}>{cell.text}</AppLink>;
}
