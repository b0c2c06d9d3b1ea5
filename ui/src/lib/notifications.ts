// Notifications of the person who is signed in: how many are unread, and the latest few.
import { signal } from '@preact/signals-react';
import { get, put } from '../api/client.ts';
import { collection } from '../api/collection.ts';
import { readMeta } from '../api/jsonapi.ts';
import { isSignedIn } from './session.ts';

const POLL_MS = 60_000;
const SHOWN = 10;

export const unreadCount = signal(0);
export const latestNotifications = collection('notifications');

export async function loadUnreadCount(): Promise<void> {
  if (!isSignedIn.peek()) {
    unreadCount.value = 0;
    return;
  }
  try {
    const { document } = await get('/notifications/unread_count');
    const count = readMeta(document).count;
    unreadCount.value = typeof count === 'number' ? count : 0;
  } catch {
    // The number of a moment ago stays; the next look will tell.
  }
}

export const loadNotifications = (): Promise<void> =>
  latestNotifications.list({ 'page[size]': SHOWN, sort: '-created_at' });

export async function markRead(id: string): Promise<void> {
  const found = latestNotifications.items.peek().find((each) => each.id === id);
  if (!found || found.readAt !== null) return;
  latestNotifications.replace({ ...found, readAt: new Date().toISOString() });
  unreadCount.value = Math.max(0, unreadCount.peek() - 1);
  await put(`/notifications/${encodeURIComponent(id)}/read`);
}

export async function markAllRead(): Promise<void> {
  await put('/notifications/read_all');
  await Promise.all([loadUnreadCount(), loadNotifications()]);
}

/** Asks now, every minute while the page is looked at, and when somebody comes back to it. */
export function followNotifications(): () => void {
  const look = (): void => {
    if (document.visibilityState === 'visible') void loadUnreadCount();
  };
  look();
  const timer = setInterval(look, POLL_MS);
  document.addEventListener('visibilitychange', look);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', look);
  };
}
