// One row: every column, the rows it refers to, and those that refer to it.
import { useTranslation } from 'react-i18next';
import { type Disclosure, keyOfRow, loadRow, type RowReference } from '../../api/data-viewer-calls.ts';
import { useLoaded } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { Sheet } from '../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { Cell, Masked } from './cell.tsx';
import { viewerHref } from './data-viewer-url.ts';
import { ColumnName, TableName, useNames } from './names.tsx';

interface RowSheetProps {
  table: string;
  id: string;
  /** What is open: with another set the row is asked for again. */
  disclosures: readonly Disclosure[];
  onReason: () => void;
  onClose: () => void;
}

/** @useSignals */
export function RowSheet({ table, id, disclosures, onReason, onClose }: RowSheetProps) {
  const { t } = useTranslation('data-viewer');
  const { tableName } = useNames();
  const key = `${keyOfRow(table, id)}#${disclosures.map(({ until }) => until).join()}`;
  const { data, status, refresh } = useLoaded(key, (stop) => loadRow(table, id, stop), { keeps: true });
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
