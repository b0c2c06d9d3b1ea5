// What is done with a row of notifications, whatever it is about: marked as read, or removed.
import { type MouseEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/button.tsx';
import { markRead, notificationText, removeNotifications } from '../../lib/feedback/notifications.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import type { NotificationGroup } from './groups.ts';

/** On the button that takes a row away. */
const REMOVES = 'notification-remove';

export function RowTools({ group }: { group: NotificationGroup }) {
  const { t } = useTranslation('notifications-page');
  const [isBusy, setIsBusy] = useState(false);
  const remove = useRef<HTMLButtonElement>(null);
  const { items, isUnread } = group;
  const { title } = notificationText(items[0]);

  function handleRead() {
    // The button goes: the focus stays in the row.
    remove.current?.focus();
    void Promise.all(items.map(markRead));
  }

  async function handleRemove({ currentTarget }: MouseEvent<HTMLButtonElement>) {
    if (isBusy) return;
    setIsBusy(true);
    const next = neighbourOf(currentTarget);
    const isDone = await removeNotifications(items);
    setIsBusy(false);
    addToast({
      id: 'notifications',
      title: isDone ? t('removed', { count: items.length }) : t('removeFailed'),
      color: isDone ? 'success' : 'danger',
    });
    if (isDone) (next?.isConnected ? next : currentTab())?.focus();
  }

  return (
    <div className="notification-tools">
      {isUnread ? <IconButton icon="check" label={t('read', { title })} onClick={handleRead} /> : null}
      <IconButton
        ref={remove}
        className={REMOVES}
        icon="close"
        label={t('remove', { title })}
        aria-disabled={isBusy || undefined}
        onClick={(event) => void handleRemove(event)}
      />
    </div>
  );
}

/** Where the focus goes when this row is gone: to the next one, or the one before. */
function neighbourOf(button: HTMLElement): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>(`.${REMOVES}`)];
  const at = all.indexOf(button);
  return all[at + 1] ?? all[at - 1];
}

const currentTab = (): HTMLElement | null => document.querySelector('.notification-tabs [aria-current]');
