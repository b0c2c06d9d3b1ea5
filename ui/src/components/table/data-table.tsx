// The work table: sort, choose, act on what is chosen; each row is a card on a phone.
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import './data-table.css';
import '../form/form.css';
import { classNames } from '../class-names.ts';
import { Icon } from '../media/icon.tsx';
import { isChosen, type Selection, toggleAll, toggleRange } from './table-selection.ts';
import './table-tools.css';

export interface Column<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  /** With it the head is a button; the name that `onSort` gets. */
  sortKey?: string;
  /** The row's title: first, not labelled on a phone. */
  isTitle?: boolean;
  isNumber?: boolean;
  noWrap?: boolean;
  /** Not shown on a phone. */
  fromTablet?: boolean;
  /** On a phone the cell is left out when there is nothing in it. */
  isEmpty?: (row: Row) => boolean;
}

export interface Sort {
  key: string;
  direction: 'ascending' | 'descending';
}

export interface DataTableProps<Row> {
  /** What the table holds and in which order, for a screen reader. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowId: (row: Row) => string;
  /** The row in words: "Kies: Taalmaatje". */
  rowLabel: (row: Row) => string;
  sort?: Sort | undefined;
  onSort?: ((sort: Sort) => void) | undefined;
  selection?: Selection | undefined;
  onSelection?: ((selection: Selection) => void) | undefined;
  /** The menu at the end of a row. */
  rowMenu?: ((row: Row) => ReactNode) | undefined;
  /** Above the table while something is chosen. */
  bulkBar?: ReactNode;
  /** Instead of rows when there are none. */
  empty?: ReactNode;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    caption,
    columns,
    rows,
    rowId,
    rowLabel,
    sort,
    onSort,
    selection,
    onSelection,
    rowMenu,
    bulkBar,
    empty,
  } = props;
  const { t } = useTranslation('components');
  const lastChosen = useRef<string | null>(null);
  const ids = rows.map(rowId);
  const canChoose = selection !== undefined && onSelection !== undefined;
  const areAllChosen = canChoose && ids.length > 0 && ids.every((id) => isChosen(selection, id));
  const areSomeChosen = canChoose && ids.some((id) => isChosen(selection, id));

  function handleChoose(id: string, withRange: boolean) {
    if (!canChoose) return;
    onSelection(toggleRange(selection, ids, id, withRange ? lastChosen.current : null));
    lastChosen.current = id;
  }

  if (rows.length === 0 && empty) return <>{empty}</>;
  const chooseAll = canChoose ? (
    <ChooseBox
      label={t('table.choose_page')}
      checked={areAllChosen}
      partly={areSomeChosen && !areAllChosen}
      onChange={() => onSelection(toggleAll(selection, ids))}
    />
  ) : null;
  return (
    <div className="table-stack">
      {bulkBar}
      {chooseAll ? (
        <div className="table-select-all">
          {chooseAll}
          <span aria-hidden="true">{t('table.choose_page')}</span>
        </div>
      ) : null}
      <div className="data-table-frame">
        <table className="data-table">
          <caption className="visually-hidden">{caption}</caption>
          <thead>
            <tr>
              {chooseAll ? <th scope="col">{chooseAll}</th> : null}
              {columns.map((column) => (
                <HeadCell key={column.key} column={column} sort={sort} onSort={onSort} />
              ))}
              {rowMenu ? (
                <th scope="col">
                  <span className="visually-hidden">{t('table.more')}</span>
                </th>
              ) : null}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => {
              const id = rowId(row);
              const isSelected = canChoose && isChosen(selection, id);
              return (
                <tr key={id} className={isSelected ? 'is-selected' : undefined}>
                  {canChoose ? (
                    <td>
                      <ChooseBox
                        label={t('table.choose', { title: rowLabel(row) })}
                        checked={isSelected}
                        onChange={(withRange) => handleChoose(id, withRange)}
                      />
                    </td>
                  ) : null}
                  {columns.map((column) => (
                    <Cell key={column.key} column={column} row={row} />
                  ))}
                  {rowMenu ? <td className="is-menu">{rowMenu(row)}</td> : null}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </div>
  );
}

interface HeadCellProps<Row> {
  column: Column<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function HeadCell<Row>({ column, sort, onSort }: HeadCellProps<Row>) {
  const { sortKey } = column;
  const direction = sort && sort.key === sortKey ? sort.direction : undefined;
  const className = classNames(column.isNumber && 'number', column.fromTablet && 'from-tablet') || undefined;
  if (!sortKey || !onSort) {
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
  }
  const next = direction === 'ascending' ? 'descending' : 'ascending';
  return (
    <th scope="col" className={className} aria-sort={direction}>
      <button type="button" className="sort-button" onClick={() => onSort({ key: sortKey, direction: next })}>
        {column.title}
        {direction ? <Icon name={direction === 'ascending' ? 'sort' : 'sort-up'} /> : null}
      </button>
    </th>
  );
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.render(row);
  return (
    <td
      className={
        classNames(
          column.isTitle && 'is-title',
          column.isNumber && 'number',
          column.noWrap && 'nowrap',
          column.fromTablet && 'from-tablet',
          column.isEmpty?.(row) && 'is-empty',
        ) || undefined
      }
      data-label={column.isTitle ? undefined : column.title}
    >
      {column.isTitle ? content : <span>{content}</span>}
    </td>
  );
}

interface ChooseBoxProps {
  label: string;
  checked: boolean;
  partly?: boolean;
  onChange: (withRange: boolean) => void;
}

function ChooseBox({ label, checked, partly = false, onChange }: ChooseBoxProps) {
  const withRange = useRef(false);
  return (
    <label
      className="row-check"
      onPointerDown={(event) => {
        withRange.current = event.shiftKey;
      }}
      onKeyDown={(event) => {
        withRange.current = event.shiftKey;
      }}
    >
      <input
        type="checkbox"
        aria-label={label}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = partly;
        }}
        onChange={() => {
          onChange(withRange.current);
          withRange.current = false;
        }}
      />
    </label>
  );
}
