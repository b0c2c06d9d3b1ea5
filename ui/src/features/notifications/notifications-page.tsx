// All notifications of who is signed in, or those that are unread; page by page. The address is the state.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { Button, ButtonLink } from '../../components/actions/button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { SavedFilters } from '../../components/table/table-tools.tsx';
import { markAllRead, unreadCount } from '../../lib/feedback/notifications.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { impersonation } from '../../lib/session/session.ts';
import { NotificationList } from './notification-list.tsx';

const PATH = '/notificaties';

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

function hrefOf(isUnread: boolean, page = 1): string {
  const query = [isUnread ? 'filter=unread' : '', page > 1 ? `page=${page}` : ''].filter(Boolean).join('&');
  return query === '' ? PATH : `${PATH}?${query}`;
}

export default function NotificationsPage() {
  const { t } = useTranslation(['notifications-page', 'member']);
  // What is written to somebody is not for who works as them.
  const isClosed = impersonation.value !== null;
  return (
    <>
      <PageTitle
        title={t('title')}
        actions={
          unreadCount.value > 0 && !isClosed ? (
            <Button icon="check" onClick={() => void markAllRead()}>
              {t('member:activity.readAll')}
            </Button>
          ) : undefined
        }
      />
      {isClosed ? (
        <Notice>
          <p>{t('member:activity.closed')}</p>
        </Notice>
      ) : (
        <Listed />
      )}
    </>
  );
}

function Listed() {
  const { t } = useTranslation(['notifications-page', 'member']);
  const params = useQuery();
  const isUnread = params.get('filter') === 'unread';
  const page = pageOf(params.get('page'));
  const { items, status, pages, refresh } = useResourceList('notifications', {
    ...(isUnread ? { filter: { readEq: false } } : {}),
    sort: '-created_at',
    page: { number: page, size: 20 },
  });
  return (
    <div className="stack page-bottom own-column">
      <SavedFilters
        filters={[
          { label: t('all'), href: hrefOf(false), current: !isUnread },
          { label: t('unread'), href: hrefOf(true), current: isUnread, count: unreadCount.value },
        ]}
      />
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {items.length === 0 && status !== 'error' ? (
        status === 'success' ? (
          <EmptyState
            level={2}
            icon="bell"
            title={t(isUnread ? 'nothingNew' : 'nothing')}
            actions={isUnread ? <ButtonLink href={PATH}>{t('showAll')}</ButtonLink> : undefined}
          >
            {t('nothingText')}
          </EmptyState>
        ) : (
          <RowSkeletons count={5} />
        )
      ) : null}
      <NotificationList items={items} />
      <Pagination page={page} pages={pages} hrefFor={(to) => hrefOf(isUnread, to)} />
    </div>
  );
}
