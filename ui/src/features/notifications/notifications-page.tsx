// The notifications of who is signed in, by tab and page by page. The address is the state.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button, ButtonLink, ButtonRow } from '../../components/actions/button.tsx';
import { Count } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { markAllRead, unreadCount } from '../../lib/feedback/notifications.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { impersonation } from '../../lib/session/session.ts';
import { NotificationList } from './notification-list.tsx';
import { filterOf, hrefOf, type NotificationTab, TABS, tabOf } from './tabs.ts';
import '../../components/work-list/work-list.css';

const SETTINGS_PATH = '/profile-edit/settings';

const pageOf = (text: string | null): number =>
  text !== null && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : 1;

export default function NotificationsPage() {
  const { t } = useTranslation(['notifications-page', 'member']);
  // What is written to somebody is not for who works as them.
  const isClosed = impersonation.value !== null;
  return (
    <>
      <PageTitle
        title={t('title')}
        actions={
          <ButtonRow>
            {unreadCount.value > 0 && !isClosed ? (
              <Button icon="check" onClick={() => void markAllRead()}>
                {t('member:activity.readAll')}
              </Button>
            ) : null}
            <ButtonLink icon="settings" href={SETTINGS_PATH}>
              {t('settings')}
            </ButtonLink>
          </ButtonRow>
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
  const { t } = useTranslation('notifications-page');
  const params = useQuery();
  const tab = tabOf(params.get('filter'));
  const page = pageOf(params.get('page'));
  const { items, status, pages, refresh } = useResourceList('notifications', {
    filter: filterOf(tab),
    sort: '-created_at',
    page: { number: page, size: 20 },
  });
  const isBeyond = status === 'success' && items.length === 0 && page > 1;
  // What stood on the last page was removed.
  useEffect(() => {
    if (isBeyond) navigateTo(hrefOf(tab, Math.max(1, Math.min(pages, page - 1))), { replace: true });
  }, [isBeyond, tab, pages, page]);
  return (
    <div className="stack page-bottom own-column">
      <Tabs current={tab} />
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : null}
      {items.length === 0 && status !== 'error' ? (
        status === 'success' && !isBeyond ? (
          <EmptyState
            level={2}
            icon="bell"
            title={t(`nothing.${tab}`)}
            actions={tab === 'all' ? undefined : <ButtonLink href={hrefOf('all')}>{t('showAll')}</ButtonLink>}
          >
            {t('nothingText')}
          </EmptyState>
        ) : (
          <RowSkeletons count={5} />
        )
      ) : null}
      <NotificationList items={items} hasTools />
      <Pagination page={page} pages={pages} hrefFor={(to) => hrefOf(tab, to)} />
    </div>
  );
}

function Tabs({ current }: { current: NotificationTab }) {
  const { t } = useTranslation('notifications-page');
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs move sideways: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another tab
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 3;
  }, [current]);
  return (
    <nav className="view-tabs notification-tabs" ref={nav} aria-label={t('tabs')}>
      {TABS.map((tab) => (
        <AppLink
          key={tab}
          className="view-tab"
          href={hrefOf(tab)}
          aria-current={tab === current ? 'true' : undefined}
        >
          {t(`tab.${tab}`)}
          {tab === 'unread' && unreadCount.value > 0 ? (
            <Count>{formatNumber(unreadCount.value)}</Count>
          ) : null}
        </AppLink>
      ))}
    </nav>
  );
}
