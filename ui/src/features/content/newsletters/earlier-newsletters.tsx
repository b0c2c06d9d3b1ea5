// What became of the newsletters before this one. Who opens a mail is not measured.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../../api/hooks.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { DataTable } from '../../../components/table/data-table.tsx';
import { formatDate, formatNumber } from '../../../lib/locale/time.ts';
import { hrefOfOne, ORDER } from './newsletters-url.ts';

const SHOWN = 6;

export function EarlierNewsletters({ without }: { without: string }) {
  const { t } = useTranslation('newsletters');
  const { items, status } = useResourceList('newsletters', {
    filter: { statusIn: ['sent', 'stopped'] },
    sort: ORDER,
    page: { size: SHOWN + 1 },
  });
  const rows = items.filter(({ id }) => id !== without).slice(0, SHOWN);
  if (status !== 'success' || rows.length === 0) return null;
  return (
    <Card className="stack" title={t('earlier.title')}>
      <p className="soft">{t('noOpens')}</p>
      <DataTable
        caption={t('earlier.caption')}
        rows={rows}
        rowId={({ id }) => id}
        rowLabel={({ title }) => title}
        columns={[
          {
            key: 'subject',
            title: t('column.subject'),
            isTitle: true,
            render: (row) => <AppLink href={hrefOfOne(row)}>{row.subject || row.title}</AppLink>,
          },
          {
            key: 'sent',
            title: t('column.sent'),
            noWrap: true,
            render: ({ finishedAt, startedAt, createdAt }) =>
              formatDate(finishedAt ?? startedAt ?? createdAt),
          },
          ...(
            [
              ['people', 'recipientCount'],
              ['bounced', 'bouncedCount'],
              ['unsubscribed', 'unsubscribedCount'],
            ] as const
          ).map(([name, count]) => ({
            key: name,
            title: t(`column.${name}`),
            isNumber: true,
            render: (row: (typeof rows)[number]) => formatNumber(row[count]),
          })),
        ]}
      />
    </Card>
  );
}
