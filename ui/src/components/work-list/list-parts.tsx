// Small parts of a work list: the order where there is no head to press, and what came of a decision about several.
import { useTranslation } from 'react-i18next';
import { lastOutcome } from '../../lib/decisions/pending-decisions.ts';
import { Button } from '../actions/button.tsx';
import { Notice } from '../feedback/notice.tsx';
import { SortSelect } from '../table/results-bar.tsx';
import type { WorkListProps } from './list-types.ts';

/** With one column there is no head to press. */
export function CompactSort<Row>({
  columns,
  sort,
  onSort,
}: Pick<WorkListProps<Row>, 'columns' | 'sort' | 'onSort'>) {
  const { t } = useTranslation('work-list');
  const sortable = columns.flatMap(({ sortKey, title }) =>
    sortKey === undefined ? [] : [{ sortKey, title }],
  );
  const options = sortable.flatMap(({ sortKey, title }) => [
    { value: sortKey, label: t('sort.up', { name: title }) },
    { value: `-${sortKey}`, label: t('sort.down', { name: title }) },
  ]);
  const value = sort ? (sort.direction === 'descending' ? `-${sort.key}` : sort.key) : '';
  const known = options.some((option) => option.value === value)
    ? options
    : [{ value, label: t('sort.own') }, ...options];
  return (
    <SortSelect
      value={value}
      options={known}
      onChange={(chosen) =>
        onSort?.(
          chosen.startsWith('-')
            ? { key: chosen.slice(1), direction: 'descending' }
            : { key: chosen, direction: 'ascending' },
        )
      }
    />
  );
}

/** Of a decision about several: how many it was, and for each that was refused why. */
export function Outcomes() {
  const { t } = useTranslation('work-list');
  const outcome = lastOutcome.value;
  if (outcome === null) return null;
  const { done, refused, decision } = outcome;
  return (
    <Notice tone={refused.length > 0 ? 'warning' : 'success'} live>
      <p>
        <strong>{t('outcome.title', { count: done.length, total: decision.calls.length })}</strong>
      </p>
      {refused.length > 0 ? (
        <ul>
          {refused.map(({ call, reason }) => (
            <li key={call.id}>{t('outcome.refused', { name: call.name, reason })}</li>
          ))}
        </ul>
      ) : null}
      <p>
        <Button small onClick={() => (lastOutcome.value = null)}>
          {t('outcome.close')}
        </Button>
      </p>
    </Notice>
  );
}
