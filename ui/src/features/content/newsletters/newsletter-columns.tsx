// The columns of the list of newsletters.
import { useTranslation } from 'react-i18next';
import type { Newsletter } from '../../../api/newsletter-calls.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import type { WorkColumn } from '../../../components/work-list/list-types.ts';
import { formatDateTime, formatNumber, formatShortDate } from '../../../lib/locale/time.ts';
import { NewsletterState } from './newsletter-status.tsx';
import { hrefOfOne } from './newsletters-url.ts';

/** Of a draft there is nothing to count. */
const COUNTS = [
  ['people', 'recipientCount'],
  ['bounced', 'bouncedCount'],
  ['unsubscribed', 'unsubscribedCount'],
] as const;

const isWaiting = ({ status }: Newsletter): boolean => status === 'draft' || status === 'scheduled';

/** When it left; of one that waits, when it will. */
export const sentMoment = ({ status, sendAt, startedAt, finishedAt }: Newsletter): string =>
  status === 'scheduled' && sendAt
    ? formatDateTime(sendAt)
    : startedAt
      ? formatShortDate(finishedAt ?? startedAt)
      : '';

export function useNewsletterColumns(): readonly WorkColumn<Newsletter>[] {
  const { t } = useTranslation('newsletters');
  return [
    {
      key: 'title',
      title: t('column.title'),
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={hrefOfOne(row)}>
          {row.title}
        </AppLink>
      ),
    },
    {
      key: 'subject',
      title: t('column.subject'),
      compact: 'below',
      render: ({ subject }) => <span className="soft">{subject || t('noSubject')}</span>,
    },
    {
      key: 'state',
      title: t('column.state'),
      compact: 'sign',
      noWrap: true,
      render: ({ status }) => <NewsletterState status={status} />,
    },
    {
      key: 'sent',
      title: t('column.sent'),
      noWrap: true,
      compact: 'aside',
      isEmpty: (row) => sentMoment(row) === '',
      render: sentMoment,
    },
    ...COUNTS.map(([name, count]) => ({
      key: name,
      title: t(`column.${name}`),
      isNumber: true,
      noWrap: true,
      isEmpty: isWaiting,
      render: (row: Newsletter) => (isWaiting(row) ? '' : formatNumber(row[count])),
    })),
  ];
}
