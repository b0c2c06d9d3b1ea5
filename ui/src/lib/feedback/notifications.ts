// Notifications of the person who is signed in: how many are unread, and the latest few.

import { computed, signal } from '@preact/signals-react';
import i18next from 'i18next';
import { overlay, pinned, refresh, reload } from '../../api/cache.ts';
import { CALLS } from '../../api/calls.ts';
import { keyOf, mutate } from '../../api/hooks.ts';
import { listResource, removeResource, send } from '../../api/requests.ts';
import type { Notification } from '../../api/schema.d.ts';
import { loadWords, translate } from '../locale/i18n.ts';
import { serverWords } from '../locale/server-words.ts';
import { safeNext } from '../navigation/navigation.ts';
import { isSignedIn, sessionStatus } from '../session/session.ts';
import { addToast } from './toasts.ts';

const SHOWN = 10;

export const unreadCount = signal(0);
const latest = pinned(keyOf('/notifications'), (signal) =>
  listResource('notifications', { page: { size: SHOWN }, sort: '-created_at' }, { signal }),
);
const NONE: readonly Notification[] = [];
export const latestNotifications = {
  items: computed(() => latest.data.value?.items ?? NONE),
  status: latest.status,
};

let look = new AbortController();

/**
 * Who signs out asks no more, also not what was under way: it would come back refused. Afterwards, call what comes back:
 * the next one may ask again.
 */
export function stopLooking(): () => void {
  look.abort();
  latest.data.value = undefined;
  return () => {
    look = new AbortController();
  };
}

/** Aborted while somebody signs out. */
export const looking = (): AbortSignal => look.signal;

export async function loadUnreadCount(): Promise<void> {
  const isShut = ['half', 'elsewhere'].includes(sessionStatus.peek());
  if (!isSignedIn.peek() || isShut || look.signal.aborted) {
    unreadCount.value = 0;
    return;
  }
  try {
    const { meta } = await send(CALLS.unreadCount, { signal: look.signal });
    unreadCount.value = meta.count ?? 0;
  } catch {
    // The number of a moment ago stays; the next look will tell.
  }
}

/** The list, and the words its sentences are made of. */
export async function loadNotifications(): Promise<void> {
  await loadWords(['notifications']);
  await reload(latest);
}

export interface NotificationText {
  title: string;
  body: string | null;
}

/** A change to what is online already, an application that its School still holds, or a message about nothing else reads otherwise. */
function variantOf(kind: string, data: Notification['data']): string {
  if (data.isChange) return `${kind}_change`;
  if (data.schoolName) return `${kind}_held`;
  return kind === 'message_new' && !data.vacancyTitle ? `${kind}_alone` : kind;
}

/** A kind and its data as sentences. A kind that is new to this ui still says that there is news. */
export function notificationText({ kind, data }: Pick<Notification, 'kind' | 'data'>): NotificationText {
  const variant = variantOf(kind, data);
  const wanted = i18next.exists(`notifications:${variant}.title`) ? variant : kind;
  const name = i18next.exists(`notifications:${wanted}.title`) ? wanted : 'other';
  const body = `notifications:${name}.body`;
  const values = {
    vacancyTitle: translate('notifications:unknown.vacancyTitle'),
    organizationName: translate('notifications:unknown.organizationName'),
    applicantName: translate('notifications:unknown.applicantName'),
    studentName: translate('notifications:unknown.studentName'),
    ...data,
    ...(typeof data.rows === 'number' ? { count: data.rows } : {}),
  };
  return {
    title: serverWords(i18next.t)(`notifications:${name}.title`, values),
    body: i18next.exists(body, values) ? serverWords(i18next.t)(body, values) : null,
  };
}

/** A letter that leads nowhere (turned down, closed) is explained with one's own applications. */
export function notificationHref({ kind, url }: Pick<Notification, 'kind' | 'url'>): string {
  return safeNext(url ?? (kind.startsWith('application_') ? '/applications' : null));
}

/** Refused or lost, it is unread again; nobody is kept from where they are going. */
export async function markRead(found: Notification): Promise<void> {
  if (found.readAt !== null) return;
  const undo = overlay(found, { readAt: new Date().toISOString() });
  unreadCount.value = Math.max(0, unreadCount.peek() - 1);
  try {
    await mutate(() => send(CALLS.readNotification, { id: found.id }), undo);
  } catch {
    await loadUnreadCount();
  }
}

/** Whether all of them are gone; what they were about stays. */
export async function removeNotifications(found: readonly Notification[]): Promise<boolean> {
  const results = await Promise.allSettled(found.map(({ id }) => removeResource('notifications', id)));
  await Promise.all([loadUnreadCount(), refresh(keyOf('/notifications'))]);
  return results.every(({ status }) => status === 'fulfilled');
}

export async function markAllRead(): Promise<void> {
  try {
    await send(CALLS.readAllNotifications);
  } catch {
    addToast({ id: 'notifications', title: translate('member:activity.readAllFailed'), color: 'danger' });
  }
  await Promise.all([loadUnreadCount(), refresh(keyOf('/notifications'))]);
}
