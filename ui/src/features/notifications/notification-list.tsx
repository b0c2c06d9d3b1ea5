// Notifications as a list: opening one marks it as read and goes to what it is about.
import { useTranslation } from 'react-i18next';
import type { Notification } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { markRead, notificationHref, notificationText } from '../../lib/feedback/notifications.ts';
import { relativeTime } from '../../lib/locale/time.ts';
import './activity-panel.css';

interface NotificationListProps {
  items: readonly Notification[];
  onOpen?: () => void;
}

export function NotificationList({ items, onOpen }: NotificationListProps) {
  const { t } = useTranslation('member');
  return (
    <ul className="activity-list">
      {items.map((each) => {
        const { title, body } = notificationText(each);
        return (
          <li key={each.id} className={each.readAt === null ? 'is-unread' : undefined}>
            <AppLink
              href={notificationHref(each)}
              onClick={() => {
                void markRead(each);
                onOpen?.();
              }}
            >
              <b>{title}</b>
              {each.readAt === null ? <span className="visually-hidden">{t('activity.unread')}</span> : null}
              {body ? <span>{body}</span> : null}
              <small>{relativeTime(each.createdAt)}</small>
            </AppLink>
          </li>
        );
      })}
    </ul>
  );
}
