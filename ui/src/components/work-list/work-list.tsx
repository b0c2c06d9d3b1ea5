// The list of those who work here: views, search and filters, rows with the panel of the open one beside them, one key a
// decision, several rows at once, and ten seconds to undo. The address is its state. It knows no resource.

import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Key } from '../content/key.tsx';
import './work-list.css';
import '../form/form.css';
import '../table/data-table.css';
import {
  decide,
  lastOutcome,
  onOutcome,
  pendingDecisions,
  undo,
  waitingFor,
} from '../../lib/decisions/pending-decisions.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { Button } from '../actions/button.tsx';
import { LoadProblem } from '../feedback/load-problem.tsx';
import { RowSkeletons } from '../feedback/loading.tsx';
import { Pagination } from '../table/pagination.tsx';
import { countChosen, NOTHING_CHOSEN, type Selection } from '../table/table-selection.ts';
import { BulkBar, ColumnChoice } from '../table/table-tools.tsx';
import { TABLET, useMedia, WIDE } from '../use-media.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import {
  type Answer,
  type AnyDecision,
  decisionFor,
  isStep,
  type ListDecision,
  nextToDecide,
} from './decisions.ts';
import { hiddenColumns, hideColumns } from './hidden-columns.ts';
import { useListKeys } from './list-keys.ts';
import { CompactSort, Outcomes } from './list-parts.tsx';
import type { WorkListProps } from './list-types.ts';
import { queryOfView } from './saved-views.ts';
import { useOpenRow } from './use-open-row.ts';
import { useScreenKeys } from './use-screen-keys.ts';
import { ViewTabs } from './view-tabs.tsx';
import { WorkPanel } from './work-panel.tsx';
import { WorkTable } from './work-table.tsx';

interface Asking<Row> {
  decision: ListDecision<Row>;
  rows: readonly Row[];
}

const NO_DECISIONS: readonly never[] = [];

export function WorkList<Row>(props: WorkListProps<Row>) {
  const { name, type, person, list, columns, rowId, rowLabel, rowHref, paging, bulk = NO_DECISIONS } = props;
  const decisions: readonly AnyDecision<Row>[] = props.decisions ?? NO_DECISIONS;
  const { t } = useTranslation(['work-list', 'components']);
  const { items, status, total, refresh } = list;
  const { openId, open, close } = useOpenRow();
  const isWide = useMedia(WIDE);
  const isTablet = useMedia(TABLET);
  const [activeId, setActiveId] = useState<string | null>(openId);
  const [selection, setSelection] = useState<Selection>(NOTHING_CHOSEN);
  const [asking, setAsking] = useState<Asking<Row> | null>(null);
  const root = useRef<HTMLDivElement>(null);
  const hidden = hiddenColumns(name, props.hiddenAtFirst).value;
  const seen = useRef(new Map<string, Row>());
  for (const row of items) seen.current.set(rowId(row), row);

  const view = queryOfView(useQuery());
  const ids = useMemo(() => items.map(rowId), [items, rowId]);
  const forMany = decisions.filter((decision) => decision.isForMany);
  const canChoose = forMany.length > 0 || bulk.length > 0;
  const openRow = openId === null ? undefined : seen.current.get(openId);
  const isPanelOpen = openId !== null && openRow !== undefined;
  const isAlone = isPanelOpen && !isWide;
  const from = (paging.page - 1) * paging.size;
  const waiting = openId === null ? undefined : waitingFor(type, openId);

  // What is chosen in one list is not chosen in another.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with every other list
  useEffect(() => setSelection(NOTHING_CHOSEN), [view, props.round]);

  const changed = useRef(props.onChanged);
  changed.current = props.onChanged;
  useEffect(
    () =>
      onOutcome(() => {
        // Rows stay where they are while somebody decides on.
        if (pendingDecisions.peek().length === 0) changed.current();
      }),
    [],
  );

  /** The row that gets the focus with the next frame: a second key may come before it. */
  const coming = useRef<string | null>(null);

  function focusRow(id: string) {
    setActiveId(id);
    coming.current = id;
    requestAnimationFrame(() => {
      coming.current = null;
      const row = root.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
      row?.focus({ preventScroll: true });
      row?.scrollIntoView?.({ block: 'nearest' });
    });
  }

  function goTo(id: string) {
    if (isPanelOpen) open(id);
    if (!isAlone) focusRow(id);
  }

  function handleOpen(id: string) {
    setActiveId(id);
    open(id);
    if (isWide) focusRow(id);
  }

  function handleClose() {
    const id = openId;
    close();
    if (id !== null) focusRow(id);
  }

  const focusedId = (): string | undefined =>
    coming.current ?? document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row;

  function move(by: number): boolean {
    const now = isPanelOpen ? openId : (coming.current ?? activeId);
    const at = now === null ? -1 : ids.indexOf(now);
    const isFirst = !isPanelOpen && focusedId() === undefined;
    const next = isFirst && at <= 0 && by > 0 ? ids[0] : ids[Math.max(0, at + by)];
    if (next !== undefined && next !== now) goTo(next);
    else if (next !== undefined && !isPanelOpen) focusRow(next);
    return next !== undefined;
  }

  const chosenRows = (): Row[] =>
    selection.kind === 'all' ? [] : [...selection.ids].flatMap((id) => seen.current.get(id) ?? []);

  function start(decision: AnyDecision<Row>, rows: readonly Row[]) {
    const allowed = rows.filter((row) => decision.isAllowed(row) && !waitingFor(type, rowId(row)));
    if (allowed.length === 0) return;
    if (isStep(decision)) decision.open(allowed);
    else if (decision.asks) setAsking({ decision, rows: allowed });
    else take(decision, allowed, null);
  }

  function take(decision: ListDecision<Row>, rows: readonly Row[], answer: Answer | null) {
    const [first] = rows;
    if (first === undefined) return;
    setAsking(null);
    setSelection(NOTHING_CHOSEN);
    lastOutcome.value = null;
    void decide({
      title: rows.length > 1 ? (decision.doneMany?.(rows.length) ?? decision.label) : decision.done(first),
      message: decision.doneText ?? '',
      calls: rows.map((row) => decision.callOf(row, answer)),
      isAtOnce: decision.isDelayed !== true,
    });
    const isOver = (id: string) => waitingFor(type, id) !== undefined;
    const next = nextToDecide(ids, rows.map(rowId), isOver);
    const here = rows.map(rowId).at(-1);
    if (next !== null && rows.length === 1) goTo(next);
    else if (here !== undefined && !isAlone) focusRow(here);
  }

  function rowOfNow(): Row | undefined {
    if (isPanelOpen) return openRow;
    const focused = focusedId();
    return focused === undefined ? undefined : seen.current.get(focused);
  }

  useListKeys((key) => {
    if (key === 'j') return move(1);
    if (key === 'k') return move(-1);
    if (key === 'z') return undo();
    const row = rowOfNow();
    const chosen = chosenRows();
    if (key === 'Escape') {
      if (countChosen(selection, total) > 0) setSelection(NOTHING_CHOSEN);
      else if (isPanelOpen) handleClose();
      else return false;
      return true;
    }
    const many = forMany.find((decision) => decision.key === key && chosen.some(decision.isAllowed));
    if (many) {
      start(many, chosen);
      return true;
    }
    if (row === undefined) return false;
    const id = rowId(row);
    if (key === 'o') {
      navigateTo(rowHref(row));
      return true;
    }
    if (key === 'x' && canChoose && selection.kind === 'some') {
      const next = new Set(selection.ids);
      if (!next.delete(id)) next.add(id);
      setSelection({ kind: 'some', ids: next });
      return true;
    }
    const decision = chosen.length > 0 ? undefined : decisionFor<Row>(decisions, key, row);
    if (decision) start(decision, [row]);
    return decision !== undefined;
  });

  useScreenKeys(decisions, canChoose, openRow, (decision) => openRow && start(decision, [openRow]));

  if (status === 'error') {
    return (
      <div className="work-list">
        <ViewTabs name={name} person={person} views={props.views} />
        <div className="workbench is-message">
          {props.tools ? <div className="list-tools">{props.tools}</div> : null}
          <LoadProblem onRetry={() => void refresh()} />
        </div>
      </div>
    );
  }

  const isFirst = items.length === 0 && status !== 'success';
  const isCompact = isPanelOpen || !isTablet;
  const shown = columns.filter((column) => column.isTitle || !hidden.has(column.key));
  const allowed = openRow === undefined ? [] : decisions.filter((decision) => decision.isAllowed(openRow));
  const place =
    openId !== null && ids.includes(openId) ? { at: from + ids.indexOf(openId) + 1, total } : null;
  const isSelecting = canChoose && countChosen(selection, total) > 0;
  return (
    <div
      className="work-list"
      ref={root}
      data-panel={isPanelOpen ? (isAlone ? 'alone' : 'beside') : undefined}
    >
      <ViewTabs name={name} person={person} views={props.views} />
      <div className="workbench">
        <div className="list-side">
          <div className="list-tools">
            {props.tools}
            {isTablet && !isCompact ? (
              <ColumnChoice
                columns={columns.filter((column) => !column.isTitle)}
                hidden={hidden}
                onChange={(next) => hideColumns(name, next)}
              />
            ) : null}
            {isCompact && props.onSort ? <CompactSort {...props} /> : null}
          </div>
          <Outcomes />
          {isFirst ? (
            <div className="list-message">
              <RowSkeletons count={8} />
            </div>
          ) : items.length === 0 ? (
            <div className="list-message">{props.empty}</div>
          ) : (
            <WorkTable
              {...props}
              rows={items}
              columns={shown}
              isCompact={isCompact}
              total={total}
              before={from}
              activeId={activeId}
              openId={isPanelOpen ? openId : null}
              onOpen={handleOpen}
              onActive={focusRow}
              selection={selection}
              onSelection={canChoose ? setSelection : undefined}
            />
          )}
          {isSelecting ? (
            <BulkBar
              selection={selection}
              total={total}
              {...(props.canChooseAll ? { onChooseAll: () => setSelection({ kind: 'all' }) } : {})}
              onClear={() => setSelection(NOTHING_CHOSEN)}
            >
              {bulk.map((action) => (
                <Button key={action.name} icon={action.icon} onClick={() => action.run(selection)}>
                  {action.label}
                </Button>
              ))}
              {forMany
                .filter((decision) => chosenRows().some((row) => decision.isAllowed(row)))
                .map((decision) => (
                  <Button
                    key={decision.name}
                    icon={decision.icon}
                    onClick={() => start(decision, chosenRows())}
                  >
                    {decision.label} <Key>{decision.key.toUpperCase()}</Key>
                  </Button>
                ))}
            </BulkBar>
          ) : null}
          {items.length > 0 ? (
            <div className="list-foot">
              <Pagination
                page={paging.page}
                pages={list.pages}
                hrefFor={paging.hrefFor}
                summary={paging.summary(from + 1, from + items.length)}
                size={paging.size}
                onSize={paging.onSize}
              />
              <p className="key-hints" aria-hidden="true">
                <span>
                  <kbd>J</kbd> <kbd>K</kbd> {t('keys.walk')}
                </span>
                {canChoose ? (
                  <span>
                    <kbd>X</kbd> {t('keys.choose')}
                  </span>
                ) : null}
                <span>
                  <kbd>?</kbd> {t('keys.all')}
                </span>
              </p>
            </div>
          ) : null}
        </div>
        {isPanelOpen && openRow !== undefined ? (
          <WorkPanel<Row>
            row={openRow}
            label={rowLabel(openRow)}
            href={rowHref(openRow)}
            place={place}
            decisions={allowed}
            waiting={waiting}
            isAlone={isAlone}
            onMove={(by) => move(by)}
            onDecide={(decision) => start(decision, [openRow])}
            onClose={handleClose}
          >
            {props.panel(openRow)}
          </WorkPanel>
        ) : null}
      </div>
      {asking?.decision.asks ? (
        <DecisionDialog
          question={asking.decision.asks}
          rows={asking.rows}
          draft={`${name}/${asking.decision.name}/${asking.rows.map(rowId).join(',')}`}
          onAnswer={(answer) => take(asking.decision, asking.rows, answer)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </div>
  );
}
