// The columns of the list of subscribers.
import { useTranslation } from 'react-i18next';
import type { NewsletterSubscriber } from '../../../../api/schema.d.ts';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { StatusBadge, type Tone } from '../../../../components/content/badge.tsx';
import { Breakable } from '../../../../components/content/breakable.tsx';
import type { WorkColumn } from '../../../../components/work-list/list-types.ts';
import { formatDate } from '../../../../lib/locale/time.ts';
import { hrefOfOne, type SubscriberStatus } from './subscribers-url.ts';

const TONES: Readonly<Record<SubscriberStatus, Tone>> = {
  active: 'success',
  pending: 'warning',
  left: 'neutral',
};

export function SubscriberState({ status }: Pick<NewsletterSubscriber, 'status'>) {
  const { t } = useTranslation('newsletter-subscribers');
  return <StatusBadge tone={TONES[status]}>{t(`status.${status}`)}</StatusBadge>;
}

export function useSubscriberColumns(): readonly WorkColumn<NewsletterSubscriber>[] {
  const { t } = useTranslation('newsletter-subscribers');
  return [
    {
      key: 'email',
      title: t('column.email'),
      sortKey: 'email',
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={hrefOfOne(row)}>
          <Breakable>{row.email ?? ''}</Breakable>
        </AppLink>
      ),
    },
    {
      key: 'name',
      title: t('column.name'),
      compact: 'below',
      isEmpty: ({ firstName }) => !firstName,
      render: ({ firstName }) => firstName ?? '',
    },
    {
      key: 'state',
      title: t('column.state'),
      sortKey: 'status',
      compact: 'sign',
      noWrap: true,
      render: ({ status }) => <SubscriberState status={status} />,
    },
    {
      key: 'frequency',
      title: t('column.frequency'),
      render: ({ frequency }) => t(`frequency.${frequency}`),
    },
    {
      key: 'locale',
      title: t('column.locale'),
      render: ({ locale }) => t(`locale.${locale}`),
    },
    {
      key: 'created',
      title: t('column.created'),
      sortKey: 'created_at',
      noWrap: true,
      compact: 'aside',
      render: ({ createdAt }) => formatDate(createdAt),
    },
    {
      key: 'confirmed',
      title: t('column.confirmed'),
      sortKey: 'confirmed_at',
      noWrap: true,
      isEmpty: ({ confirmedAt }) => !confirmedAt,
      render: ({ confirmedAt }) => (confirmedAt ? formatDate(confirmedAt) : ''),
    },
  ];
}
