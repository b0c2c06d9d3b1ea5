// The latest notifications, in a sheet beside the page.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { Sheet } from '../../components/feedback/dialog.tsx';
import {
  latestNotifications,
  loadNotifications,
  markAllRead,
  unreadCount,
} from '../../lib/feedback/notifications.ts';
import { impersonation } from '../../lib/session/session.ts';
import { NotificationList } from './notification-list.tsx';

const NOTIFICATIONS_PATH = '/notificaties';

export function ActivityPanel({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('member');
  const { items, status } = latestNotifications;
  // What is written to somebody is not for who works as them.
  const isClosed = impersonation.value !== null;
  useEffect(() => {
    if (!isClosed) void loadNotifications();
  }, [isClosed]);
  return (
    <Sheet
      open
      title={t('activity.title')}
      onClose={onClose}
      footer={
        isClosed ? undefined : (
          <>
            {unreadCount.value > 0 ? (
              <Button onClick={() => void markAllRead()}>{t('activity.readAll')}</Button>
            ) : null}
            <AppLink className="button" href={NOTIFICATIONS_PATH} onClick={onClose}>
              {t('activity.all')}
            </AppLink>
          </>
        )
      }
    >
      {isClosed ? <p>{t('activity.closed')}</p> : null}
      {status.value === 'error' ? <p>{t('activity.failed')}</p> : null}
      {status.value === 'success' && items.value.length === 0 ? <p>{t('activity.empty')}</p> : null}
      <NotificationList items={items.value} level={3} onOpen={onClose} />
    </Sheet>
  );
}
