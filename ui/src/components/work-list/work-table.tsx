// The rows of a work list: a grid of which one row has the focus. With room it has columns; beside an open panel and on a
// phone a row is two lines.
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { waitingFor } from '../../lib/decisions/pending-decisions.ts';
import { classNames } from '../class-names.ts';
import { Tag } from '../content/badge.tsx';
import { initialsOf } from '../content/person.tsx';
import { Icon } from '../media/icon.tsx';
import type { Sort } from '../table/data-table.tsx';
import { isChosen, type Selection, toggleAll, toggleRange } from '../table/table-selection.ts';
import type { WorkColumn, WorkListProps } from './list-types.ts';

type WorkTableProps<Row> = Pick<
  WorkListProps<Row>,
  'type' | 'caption' | 'rowId' | 'rowLabel' | 'hasFaces' | 'sort' | 'onSort' | 'rowMenu'
> & {
  rows: readonly Row[];
  columns: readonly WorkColumn<Row>[];
  isCompact: boolean;
  /** How many the list holds, and how many come before these. */
  total: number;
  before: number;
  /** The row that has the focus, or would get it. */
  activeId: string | null;
  openId: string | null;
  onOpen: (id: string) => void;
  onActive: (id: string) => void;
  selection: Selection;
  onSelection: ((selection: Selection) => void) | undefined;
};

/** What is pressed for itself, not for its row. */
const CONTROLS = 'a[href]:not(.row-title), button, input, label, select, summary, [role="menu"]';

export function WorkTable<Row>(props: WorkTableProps<Row>) {
  const { caption, columns, rows, rowId, isCompact, total, sort, onSort, rowMenu, selection, onSelection } =
    props;
  const { t } = useTranslation('components');
  const lastChosen = useRef<string | null>(null);
  const ids = rows.map(rowId);
  const activeId = ids.includes(props.activeId ?? '') ? props.activeId : (ids[0] ?? null);
  const areAll = onSelection !== undefined && ids.length > 0 && ids.every((id) => isChosen(selection, id));
  const areSome = ids.some((id) => isChosen(selection, id));

  function choose(id: string, withRange: boolean) {
    onSelection?.(toggleRange(selection, ids, id, withRange ? lastChosen.current : null));
    lastChosen.current = id;
  }

  function handleKeyDown(event: KeyboardEvent<HTMLTableElement>) {
    const row = event.target instanceof HTMLTableRowElement ? event.target : null;
    if (row === null) return;
    const at = ids.indexOf(row.dataset.row ?? '');
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ids.length - 1 }[event.key];
    const id = ids[at];
    if (id === undefined) return;
    if (to !== undefined) {
      const next = ids[Math.min(ids.length - 1, Math.max(0, to))];
      if (next !== undefined) props.onActive(next);
    } else if (event.key === 'Enter') props.onOpen(id);
    else if (event.key === ' ' && onSelection) choose(id, event.shiftKey);
    else return;
    event.preventDefault();
  }

  return (
    <table
      className={classNames('work-table', isCompact && 'is-compact')}
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows take the focus and the keys
      role="grid"
      aria-label={caption}
      aria-rowcount={total + 1}
      onKeyDown={handleKeyDown}
    >
      <thead>
        <tr aria-rowindex={1}>
          {onSelection ? (
            <th scope="col" className="is-pick">
              <label className="row-check">
                <input
                  type="checkbox"
                  aria-label={t('table.choose_page')}
                  checked={areAll}
                  ref={(box) => {
                    if (box) box.indeterminate = areSome && !areAll;
                  }}
                  onChange={() => onSelection(toggleAll(selection, ids))}
                />
              </label>
            </th>
          ) : null}
          {isCompact ? (
            <th scope="col">{columns.find((column) => column.isTitle)?.title}</th>
          ) : (
            columns.map((column) => <Head key={column.key} column={column} sort={sort} onSort={onSort} />)
          )}
          {rowMenu ? (
            <th scope="col">
              <span className="visually-hidden">{t('table.more')}</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => {
          const id = rowId(row);
          return (
            <TableRow
              {...props}
              key={id}
              row={row}
              id={id}
              rowIndex={props.before + at + 2}
              isActive={id === activeId}
              isChosen={onSelection !== undefined && isChosen(selection, id)}
              choose={onSelection ? choose : undefined}
            />
          );
        })}
      </tbody>
    </table>
  );
}

type TableRowProps<Row> = WorkTableProps<Row> & {
  row: Row;
  id: string;
  rowIndex: number;
  isActive: boolean;
  isChosen: boolean;
  choose: ((id: string, withRange: boolean) => void) | undefined;
};

function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, id, columns, isCompact, isActive, openId, rowMenu, choose, type } = props;
  const { t } = useTranslation('work-list');
  const waiting = waitingFor(type, id);
  const isOpen = id === openId;

  /** A plain press on the row opens the panel; with a key held, its link is a link. */
  function handleClick(event: MouseEvent<HTMLTableRowElement>) {
    const target = event.target as HTMLElement;
    const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
    if (!isPlain || target.closest(CONTROLS)) return;
    event.preventDefault();
    event.stopPropagation();
    props.onOpen(id);
  }

  return (
    <tr
      data-row={id}
      className={classNames(isOpen && 'is-open', props.isChosen && 'is-selected', waiting && 'is-decided')}
      tabIndex={isActive ? 0 : -1}
      aria-rowindex={props.rowIndex}
      aria-selected={choose ? props.isChosen : undefined}
      aria-current={isOpen || undefined}
      onFocus={(event) => {
        if (event.target === event.currentTarget && !isActive) props.onActive(id);
      }}
      onClickCapture={handleClick}
    >
      {choose ? (
        <td className="is-pick">
          <Pick {...props} choose={choose} />
        </td>
      ) : null}
      {isCompact ? (
        <td className="is-lines">
          <Lines columns={columns} row={row} waiting={waiting ? t('row.waits') : null} />
        </td>
      ) : (
        columns.map((column) => (
          <td
            key={column.key}
            className={classNames(
              column.isTitle && 'is-title',
              column.isNumber && 'number',
              column.noWrap && 'nowrap',
            )}
          >
            {column.render(row)}
            {column.isTitle && waiting ? <Tag warm>{t('row.waits')}</Tag> : null}
          </td>
        ))
      )}
      {rowMenu ? <td className="is-menu">{rowMenu(row)}</td> : null}
    </tr>
  );
}

function Lines<Row>({
  columns,
  row,
  waiting,
}: {
  columns: readonly WorkColumn<Row>[];
  row: Row;
  waiting: string | null;
}) {
  const filled = (where: NonNullable<WorkColumn<Row>['compact']>) =>
    columns.filter((column) => column.compact === where && !column.isEmpty?.(row));
  const part = (column: WorkColumn<Row>) => <span key={column.key}>{column.render(row)}</span>;
  const title = columns.find((column) => column.isTitle);
  return (
    <div className="row-lines">
      <div className="row-name">{title?.render(row)}</div>
      <div className="row-aside">{waiting ? <Tag warm>{waiting}</Tag> : filled('aside').map(part)}</div>
      <div className="row-below">
        {filled('below').map(part)}
        {filled('sign').map(part)}
      </div>
    </div>
  );
}

function Pick<Row>({
  row,
  id,
  rowLabel,
  hasFaces,
  isActive,
  isChosen: isOn,
  choose,
}: TableRowProps<Row> & { choose: (id: string, withRange: boolean) => void }) {
  const { t } = useTranslation('components');
  const withRange = useRef(false);
  const name = rowLabel(row);
  return (
    <label
      className={hasFaces ? 'pick' : 'row-check'}
      onPointerDown={(event) => {
        withRange.current = event.shiftKey;
      }}
      onKeyDown={(event) => {
        withRange.current = event.shiftKey;
      }}
    >
      <input
        type="checkbox"
        tabIndex={isActive ? 0 : -1}
        aria-label={t('table.choose', { title: name })}
        checked={isOn}
        onChange={() => {
          choose(id, withRange.current);
          withRange.current = false;
        }}
      />
      {hasFaces ? (
        <>
          <span className="initials" aria-hidden="true">
            {initialsOf(name)}
          </span>
          <Icon name="check" className="tick" />
        </>
      ) : null}
    </label>
  );
}

interface HeadProps<Row> {
  column: WorkColumn<Row>;
  sort: Sort | undefined;
  onSort: ((sort: Sort) => void) | undefined;
}

function Head<Row>({ column, sort, onSort }: HeadProps<Row>) {
  const { sortKey } = column;
  const direction = sort && sort.key === sortKey ? sort.direction : undefined;
  const className = column.isNumber ? 'number' : undefined;
  if (!sortKey || !onSort)
    return (
      <th scope="col" className={className}>
        {column.title}
      </th>
    );
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
