// The columns of the lists of pages and news.
import { useTranslation } from 'react-i18next';
import type { Page } from '../../../../api/schema.d.ts';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { StatusBadge, type Tone } from '../../../../components/content/badge.tsx';
import type { WorkColumn } from '../../../../components/work-list/list-types.ts';
import { formatDateTime, formatShortDate, relativeTime } from '../../../../lib/locale/time.ts';
import { publicPath } from '../state/public-path.ts';

const TONES: Readonly<Record<Page['status'], Tone>> = {
  draft: 'neutral',
  scheduled: 'info',
  published: 'success',
  unpublished: 'warning',
  deleted: 'danger',
};

export function PageState({ page }: { page: Page }) {
  const { t } = useTranslation('content-pages');
  const isChanged = page.status === 'published' && page.hasUnpublishedChanges;
  return (
    <StatusBadge tone={isChanged ? 'warning' : TONES[page.status]}>
      {t(isChanged ? 'status.changed' : `status.${page.status}`)}
    </StatusBadge>
  );
}

export function useColumns(kind: 'pages' | 'news', isDeleted: boolean): readonly WorkColumn<Page>[] {
  const { t } = useTranslation('content-pages');
  return [
    {
      key: 'title',
      title: t('column.title'),
      sortKey: 'title',
      isTitle: true,
      render: (page) =>
        page.status === 'deleted' ? (
          <span className="row-title" lang={page.locale}>
            {page.title}
          </span>
        ) : (
          <AppLink className="row-title" href={`/content/pages/${page.id}/edit`} lang={page.locale}>
            {page.title}
          </AppLink>
        ),
    },
    {
      key: 'state',
      title: t('column.state'),
      compact: 'sign',
      noWrap: true,
      render: (page) => <PageState page={page} />,
    },
    {
      key: 'path',
      title: t('column.path'),
      compact: 'below',
      render: (page) => <span className="soft">{publicPath(page)}</span>,
    },
    {
      key: 'locale',
      title: t('column.locale'),
      sortKey: 'locale',
      noWrap: true,
      render: (page) =>
        page.translationId
          ? t('column.both', { locale: page.locale.toUpperCase() })
          : page.locale.toUpperCase(),
    },
    kind === 'news'
      ? {
          key: 'published',
          title: t('column.published'),
          sortKey: 'published_at',
          noWrap: true,
          isEmpty: ({ publishedAt }) => !publishedAt,
          render: ({ publishedAt, publishAt }) =>
            publishAt ? formatDateTime(publishAt) : publishedAt ? formatShortDate(publishedAt) : '',
        }
      : {
          key: 'type',
          title: t('column.type'),
          render: ({ pageType }) => t(`pageType.${pageType}`),
        },
    ...(kind === 'pages'
      ? [
          {
            key: 'managers',
            title: t('column.managers'),
            isEmpty: ({ managerNames }: Page) => managerNames.length === 0,
            render: ({ managerNames }: Page) => managerNames.join(', '),
          },
        ]
      : []),
    ...(isDeleted
      ? [
          {
            key: 'until',
            title: t('column.until'),
            noWrap: true,
            compact: 'aside' as const,
            render: ({ restorableUntil }: Page) => (restorableUntil ? formatShortDate(restorableUntil) : ''),
          },
        ]
      : []),
    {
      key: 'changed',
      title: t('column.changed'),
      sortKey: 'updated_at',
      noWrap: true,
      ...(isDeleted ? {} : { compact: 'aside' as const }),
      render: ({ updatedAt, updatedByName }) => (
        <>
          {updatedAt ? relativeTime(updatedAt) : ''}
          {updatedByName ? <span className="soft"> {updatedByName}</span> : null}
        </>
      ),
    },
  ];
}
