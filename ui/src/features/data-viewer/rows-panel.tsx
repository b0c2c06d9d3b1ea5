// Rows of the chosen table: filters, the line about what is masked, the table, and the way on.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fetchMaskedFile,
  keyOfRows,
  loadRows,
  type RowsAnswer,
  type ViewedColumn,
} from '../../api/data-viewer-calls.ts';
import { useLoaded } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { FilterChip } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { saveFile } from '../../lib/export/download.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { Cell } from './cell.tsx';
import { partsOfFilter, type ViewerState, viewerHref } from './data-viewer-url.ts';
import { FilterDialog } from './filter-dialog.tsx';
import { MaskLine } from './mask-line.tsx';
import { ColumnName, TableName, useNames } from './names.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { RowSheet } from './row-sheet.tsx';
import { useRowWalk } from './row-walk.ts';

/** Columns of the list; the panel of a row has all of them. */
const MOST_COLUMNS = 8;

function columnsOfList(columns: readonly ViewedColumn[]): readonly ViewedColumn[] {
  return columns.filter(({ kind, name }) => kind !== 'closed' && name !== 'version').slice(0, MOST_COLUMNS);
}

/** @useSignals */
export function RowsPanel({ state, onStale }: { state: ViewerState; onStale: () => void }) {
  const { t } = useTranslation('data-viewer');
  const { columnName } = useNames();
  const [asks, setAsks] = useState<'filter' | 'reason' | null>(null);
  const { table } = state;
  // What was open and no longer is goes off the screen at once, also where the next answer does not come.
  const [over, setOver] = useState<RowsAnswer | null>(null);
  const {
    data: loaded,
    status,
    error,
    refresh,
  } = useLoaded(keyOfRows(table, state), (stop) => loadRows(table, state, stop), { keeps: true });
  const data = loaded === over ? undefined : loaded;
  const walk = useRowWalk(state, status === 'success' ? data : undefined);
  const opened = data?.disclosures.filter((each) => each.table === table) ?? [];
  const [open = null] = opened.toSorted((one, other) => one.until.localeCompare(other.until));
  const isAllOpen = opened.some(({ row_id }) => row_id === null);
  const hasPersonal = data?.columns.some(({ kind }) => kind.startsWith('personal')) ?? false;
  const hrefOf = (change: Partial<ViewerState>) =>
    viewerHref({ ...state, after: '', page: 1, row: '', ...change });

  const isStale = error?.hasCode('second_factor_needed') ?? false;
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once, whoever is told
  useEffect(() => {
    if (isStale) onStale();
  }, [isStale]);

  function handleOver() {
    setOver(loaded ?? null);
    void refresh();
  }

  async function handleDownload() {
    try {
      const { fileName, content } = await fetchMaskedFile(table, state);
      saveFile(fileName, content);
    } catch (thrown) {
      addToast({ title: t('downloadFailed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  }

  function without(name: string) {
    const { [name]: _, ...filters } = state.filters;
    navigateTo(hrefOf({ filters }));
  }

  return (
    <section className="viewer-panel" aria-labelledby="viewer-title">
      <div className="viewer-strip">
        <AppLink className="button is-quiet viewer-back" href={viewerHref({})}>
          <Icon name="left" /> {t('tables')}
        </AppLink>
        <h2 id="viewer-title" className="viewer-title">
          <TableName name={table} />
        </h2>
        {data ? (
          <span className="soft small" role="status">
            {t(data.has_more ? 'rowsMore' : 'rows', { count: data.count, shown: formatNumber(data.count) })}
          </span>
        ) : null}
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame */}
      <div className="viewer-tools" role="group" aria-label={t('filters')}>
        {Object.entries(state.filters).map(([name, value]) => {
          const { column, comparison } = partsOfFilter(name);
          const words = { column: columnName(column), value };
          return (
            <FilterChip key={name} onRemove={() => without(name)}>
              {t(`chip.${comparison}`, words)}
            </FilterChip>
          );
        })}
        <Button variant="quiet" icon="plus" onClick={() => setAsks('filter')}>
          {t('filter.add')}
        </Button>
        <Button className="push-end" icon="download" onClick={() => void handleDownload()}>
          {t('download')}
        </Button>
      </div>
      {hasPersonal ? (
        <MaskLine open={open} mayAsk={!isAllOpen} onReason={() => setAsks('reason')} onOver={handleOver} />
      ) : null}
      {data ? (
        <RowsTable state={state} answer={data} />
      ) : status === 'error' ? (
        error?.statusCode === 400 || error?.statusCode === 404 ? (
          <EmptyState
            level={3}
            title={t('invalid.title')}
            actions={<ButtonLink href={viewerHref({ table })}>{t('invalid.reset')}</ButtonLink>}
          >
            {t('invalid.text')}
          </EmptyState>
        ) : (
          <LoadProblem onRetry={() => void refresh()} />
        )
      ) : (
        <RowSkeletons count={8} />
      )}
      {data ? (
        <nav className="viewer-foot" aria-label={t('pages')}>
          <span>{t('page', { page: formatNumber(state.page) })}</span>
          {state.page > 1 ? <AppLink href={hrefOf({})}>{t('firstPage')}</AppLink> : null}
          {data.after ? (
            <AppLink href={hrefOf({ after: data.after, page: state.page + 1 })} rel="next">
              {t('nextPage')}
            </AppLink>
          ) : null}
        </nav>
      ) : null}
      {asks === 'filter' && data ? (
        <FilterDialog
          columns={data.columns.filter(({ can_filter }) => can_filter)}
          onClose={() => setAsks(null)}
          onFilter={(name, value) => {
            setAsks(null);
            navigateTo(hrefOf({ filters: { ...state.filters, [name]: value } }));
          }}
        />
      ) : null}
      {state.row && data && asks !== 'reason' ? (
        <RowSheet
          table={table}
          id={state.row}
          disclosures={data.disclosures}
          walk={walk}
          onReason={() => setAsks('reason')}
          onClose={() => navigateTo(viewerHref({ ...state, row: '' }))}
        />
      ) : null}
      {asks === 'reason' ? (
        <ReasonDialog
          table={table}
          row={state.row || null}
          onClose={() => setAsks(null)}
          onDisclosed={() => {
            setAsks(null);
            void refresh();
          }}
        />
      ) : null}
    </section>
  );
}

function RowsTable({ state, answer }: { state: ViewerState; answer: RowsAnswer }) {
  const { t } = useTranslation('data-viewer');
  const { tableName } = useNames();
  const columns = columnsOfList(answer.columns);
  const isDown = answer.sort?.startsWith('-') ?? false;
  const sorted = answer.sort?.replace(/^-/, '');
  if (answer.rows.length === 0) return <EmptyState level={3} title={t('noRows')} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what is wider than the screen is scrolled by keyboard
    // biome-ignore lint/a11y/useSemanticElements: a section would be one more heading to pass
    <div className="viewer-frame" tabIndex={0} role="group" aria-label={tableName(state.table)}>
      <table className="viewer-table">
        <thead>
          <tr>
            {columns.map(({ name, can_sort }) => {
              const isSorted = name === sorted;
              const direction = isDown ? 'descending' : 'ascending';
              return (
                <th key={name} scope="col" aria-sort={isSorted ? direction : undefined}>
                  {can_sort ? (
                    <AppLink
                      className="viewer-sort"
                      href={viewerHref({
                        ...state,
                        after: '',
                        row: '',
                        sort: isSorted && isDown ? name : `-${name}`,
                      })}
                    >
                      <ColumnName name={name} />
                      {isSorted ? <Icon name={isDown ? 'sort' : 'sort-up'} /> : null}
                    </AppLink>
                  ) : (
                    <ColumnName name={name} />
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          {answer.rows.map((row, index) => (
            <tr key={row.id ?? index}>
              {columns.map(({ name }, place) => (
                <td key={name}>
                  {place === 0 && row.id ? (
                    <AppLink className="row-title" href={viewerHref({ ...state, row: row.id })}>
                      {name === 'id' ? row.id : <RowNumber id={row.id} />}
                    </AppLink>
                  ) : null}
                  {place === 0 && row.id && name === 'id' ? null : <Cell row={row} column={name} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function RowNumber({ id }: { id: string }) {
  const { t } = useTranslation('data-viewer');
  return t('rowNumber', { id });
}
