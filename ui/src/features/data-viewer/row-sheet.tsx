// One row: every column, the rows it refers to, and those that refer to it.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type Disclosure, keyOfRow, loadRow, type RowReference } from '../../api/data-viewer-calls.ts';
import { useLoaded } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { Key } from '../../components/content/key.tsx';
import { Sheet } from '../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { isKeyAlone } from '../../lib/navigation/key-choice.ts';
import { Cell, Masked } from './cell.tsx';
import { viewerHref } from './data-viewer-url.ts';
import { ColumnName, TableName, useNames } from './names.tsx';
import type { RowWalk } from './row-walk.ts';

interface RowSheetProps {
  table: string;
  id: string;
  /** What is open: with another set the row is asked for again. */
  disclosures: readonly Disclosure[];
  /** To the row before and after it. */
  walk: RowWalk;
  onReason: () => void;
  onClose: () => void;
}

/** @useSignals */
export function RowSheet({ table, id, disclosures, walk, onReason, onClose }: RowSheetProps) {
  const { t } = useTranslation('data-viewer');
  const { tableName } = useNames();
  const key = `${keyOfRow(table, id)}#${disclosures.map(({ until }) => until).join()}`;
  const {
    data: loaded,
    status,
    refresh,
  } = useLoaded(key, (stop) => loadRow(table, id, stop), { keeps: true });
  // What is kept is for the same row with other cells masked, never for another row.
  const data = loaded?.row.id === id ? loaded : undefined;
  useWalkKeys(walk.go);
  const hasMasked = (data?.row.masked.length ?? 0) > 0;
  return (
    <Sheet
      open
      title={t('row.title', { table: tableName(table), id })}
      onClose={onClose}
      footer={
        <>
          {hasMasked ? (
            <Button icon="lock" onClick={onReason}>
              {t('mask.give')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t('row.close')}</Button>
        </>
      }
    >
      <RowSteps walk={walk} />
      {data ? (
        <>
          <dl className="record-fields">
            {data.columns.map(({ name, kind }) => (
              <div key={name}>
                <dt>
                  <ColumnName name={name} />
                </dt>
                <dd>{kind === 'closed' ? <Masked isClosed /> : <Cell row={data.row} column={name} />}</dd>
              </div>
            ))}
          </dl>
          <h3 className="viewer-title">{t('row.referredBy')}</h3>
          {data.referred_by.length === 0 ? <p className="soft">{t('row.none')}</p> : null}
          <ul className="reference-list">
            {data.referred_by.map((reference) => (
              <ReferenceLine key={`${reference.table}.${reference.column}`} reference={reference} />
            ))}
          </ul>
        </>
      ) : status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : (
        <RowSkeletons count={6} />
      )}
    </Sheet>
  );
}

/** `J` and `K` as in the lists: those wait while a dialog is open, and this is one. */
function useWalkKeys(go: RowWalk['go']): void {
  const latest = useRef(go);
  latest.current = go;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const by = { j: 1, k: -1 }[event.key.toLowerCase()];
      if (by === undefined || event.shiftKey || !isKeyAlone(event)) return;
      event.preventDefault();
      latest.current(by > 0 ? 1 : -1);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

function RowSteps({ walk }: { walk: RowWalk }) {
  const { t } = useTranslation('data-viewer');
  const { at, shown, hasPrevious, hasNext, isBusy, go } = walk;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="row-steps" role="group" aria-label={t('row.steps')}>
      <Button small off={!hasPrevious || isBusy} onClick={() => go(-1)}>
        {t('row.previous')} <Key>K</Key>
      </Button>
      <Button small off={!hasNext || isBusy} onClick={() => go(1)}>
        {t('row.next')} <Key>J</Key>
      </Button>
      <span className="soft small push-end" role="status">
        {at === null ? null : t('row.place', { at: formatNumber(at), shown: formatNumber(shown) })}
      </span>
    </div>
  );
}

function ReferenceLine({ reference }: { reference: RowReference }) {
  const { t } = useTranslation('data-viewer');
  const { table, column, filter, count, has_more } = reference;
  return (
    <li>
      <AppLink className="ref-link" href={viewerHref({ table, filters: filter })}>
        <TableName name={table} />
        <Icon name="arrow" />
      </AppLink>
      <span className="soft small">
        <ColumnName name={column} />
        {count === null ? null : (
          <>
            {': '}
            {t(has_more ? 'moreThan' : 'exactly', { shown: formatNumber(count) })}
          </>
        )}
      </span>
    </li>
  );
}
