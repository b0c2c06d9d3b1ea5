// The latest notifications, in a sheet beside the page. Opening one marks it as read.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Button } from '../../components/actions/button.tsx';
import { Sheet } from '../../components/feedback/dialog.tsx';
import {
  latestNotifications,
  loadNotifications,
  markAllRead,
  markRead,
  notificationHref,
  notificationText,
  unreadCount,
} from '../../lib/feedback/notifications.ts';
import { relativeTime } from '../../lib/locale/time.ts';
import { impersonation } from '../../lib/session/session.ts';
import './activity-panel.css';

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
        unreadCount.value > 0 && !isClosed ? (
          <Button wide onClick={() => void markAllRead()}>
            {t('activity.readAll')}
          </Button>
        ) : undefined
      }
    >
      {isClosed ? <p>{t('activity.closed')}</p> : null}
      {status.value === 'error' ? <p>{t('activity.failed')}</p> : null}
      {status.value === 'success' && items.value.length === 0 ? <p>{t('activity.empty')}</p> : null}
      <ul className="activity-list">
        {items.value.map((each) => {
          const { title, body } = notificationText(each);
          return (
            <li key={each.id} className={each.readAt === null ? 'is-unread' : undefined}>
              <AppLink
                href={notificationHref(each)}
                onClick={() => {
                  void markRead(each.id);
                  onClose();
                }}
              >
                <b>{title}</b>
                {each.readAt === null ? (
                  <span className="visually-hidden">{t('activity.unread')}</span>
                ) : null}
                {body ? <span>{body}</span> : null}
                <small>{relativeTime(each.createdAt)}</small>
              </AppLink>
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
