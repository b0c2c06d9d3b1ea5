// One stored value: masked, a reference to another row, a moment, or what it is.
import { useTranslation } from 'react-i18next';
import type { ViewedRow } from '../../api/data-viewer-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Breakable } from '../../components/content/breakable.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { formatDateTime } from '../../lib/locale/time.ts';
import { viewerHref } from './data-viewer-url.ts';
import { useNames } from './names.tsx';

const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/;

export function Masked({ isClosed = false }: { isClosed?: boolean }) {
  const { t } = useTranslation('data-viewer');
  return (
    <span className="masked">
      <Icon name="lock" />
      <span aria-hidden="true">{'••••••'}</span>
      <span className="visually-hidden">{t(isClosed ? 'closed' : 'masked')}</span>
    </span>
  );
}

export function Cell({ row, column }: { row: ViewedRow; column: string }) {
  const { t } = useTranslation('data-viewer');
  const { tableName } = useNames();
  if (row.masked.includes(column)) return <Masked />;
  const link = row.links[column];
  if (link)
    return (
      <AppLink className="ref-link" href={viewerHref({ table: link.table, row: link.id })}>
        <Breakable>{link.label ?? t('reference', { table: tableName(link.table), id: link.id })}</Breakable>
        <Icon name="arrow" />
      </AppLink>
    );
  const value = row.values[column];
  if (value === null || value === undefined || value === '')
    return <span className="soft">{t('empty')}</span>;
  if (typeof value === 'string' && MOMENT.test(value) && !Number.isNaN(Date.parse(value)))
    return <time dateTime={value}>{formatDateTime(value)}</time>;
  return (
    <Breakable>{row.cut.includes(column) ? t('cut', { text: String(value) }) : String(value)}</Breakable>
  );
}
