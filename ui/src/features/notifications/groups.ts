// Notifications by day, and within a day those about the same thing as one row. Pure.
import type { Notification } from '../../api/schema.d.ts';
import type { IconName } from '../../components/media/icon.tsx';
import { daysUntil } from '../../lib/locale/time.ts';

/** What the one row of several says: about what they are, and of whom. */
interface Grouping {
  about: (notification: Notification) => string | null;
  name: string;
}

const textOf = ({ data }: Notification, name: string): string => {
  const value = data[name];
  return typeof value === 'string' ? value : '';
};

const byVacancy = (each: Notification): string | null => textOf(each, 'vacancyTitle') || null;

/** Kinds that many people cause about one thing; messages are those of one conversation. */
const GROUPINGS = {
  application_new: { about: byVacancy, name: 'applicantName' },
  application_withdrawn: { about: byVacancy, name: 'applicantName' },
  mentor_application_to_approve: { about: byVacancy, name: 'studentName' },
  message_new: { about: ({ url }) => url, name: 'senderName' },
} as const satisfies Record<string, Grouping>;

export type GroupKind = keyof typeof GROUPINGS;

const isGroupKind = (kind: string): kind is GroupKind => Object.hasOwn(GROUPINGS, kind);

export interface NotificationGroup {
  /** Of the newest. */
  id: string;
  /** The newest first; more than one where they are about the same. */
  items: readonly [Notification, ...Notification[]];
  isUnread: boolean;
}

export interface NotificationDay {
  key: 'today' | 'yesterday' | 'earlier';
  /** The newest of it. */
  at: string;
  groups: readonly NotificationGroup[];
}

function dayOf({ createdAt }: Notification, now: Date): NotificationDay['key'] {
  const days = -daysUntil(createdAt, now);
  if (days <= 0) return 'today';
  return days === 1 ? 'yesterday' : 'earlier';
}

/** What is the same for those that stand together; another one for each that stands alone. */
function keyOf(notification: Notification, now: Date): string {
  const { id, kind, createdAt } = notification;
  const about = isGroupKind(kind) ? GROUPINGS[kind].about(notification) : null;
  return about === null ? id : `${kind} ${daysUntil(createdAt, now)} ${about}`;
}

export function daysOf(items: readonly Notification[], now = new Date()): readonly NotificationDay[] {
  const days = new Map<NotificationDay['key'], Map<string, [Notification, ...Notification[]]>>();
  for (const each of items) {
    const groups = days.get(dayOf(each, now)) ?? new Map<string, [Notification, ...Notification[]]>();
    days.set(dayOf(each, now), groups);
    const found = groups.get(keyOf(each, now));
    if (found) found.push(each);
    else groups.set(keyOf(each, now), [each]);
  }
  return [...days].map(([key, groups]) => {
    const all = [...groups.values()].map((found) => ({
      id: found[0].id,
      items: found,
      isUnread: found.some(({ readAt }) => readAt === null),
    }));
    return { key, at: all[0]?.items[0].createdAt ?? '', groups: all };
  });
}

const NAMES_SHOWN = 3;

export interface GroupWords {
  kind: GroupKind;
  /** How many there are: of messages, how many were sent. */
  count: number;
  /** Title of the vacancy; empty where it is about none. */
  about: string;
  /** The first ones, each once. */
  names: readonly string[];
  /** How many people there are besides. */
  more: number;
}

/** What a row of several says. Null where the notification speaks for itself. */
export function groupWords({ items }: NotificationGroup): GroupWords | null {
  const [newest] = items;
  const { kind } = newest;
  if (!isGroupKind(kind)) return null;
  const isMessage = kind === 'message_new';
  const count = isMessage ? items.reduce((sum, each) => sum + sentOf(each), 0) : items.length;
  if (count < 2) return null;
  const names = items.map((each) => textOf(each, GROUPINGS[kind].name)).filter(Boolean);
  const people = [...new Set(names)];
  const shown = people.slice(0, NAMES_SHOWN);
  const more = isMessage ? 0 : count - shown.length;
  return { kind, count, about: textOf(newest, 'vacancyTitle'), names: shown, more };
}

/** A notification of messages says how many it stands for. */
const sentOf = ({ data }: Notification): number => (typeof data.count === 'number' ? data.count : 1);

const APPLICATIONS = '/applications/';

/** Where all of a group are found; null where the newest leads there. */
export function groupHref({ items }: NotificationGroup, { kind, about }: GroupWords): string | null {
  if (kind === 'message_new' || !items.every(({ url }) => url?.startsWith(APPLICATIONS))) return null;
  return `/applications?q=${encodeURIComponent(about)}`;
}

/** By the beginning of the kind; the first that fits. */
const ICONS: readonly (readonly [string, IconName])[] = [
  ['message_', 'message'],
  ['profile_reply_', 'message'],
  ['activity_message', 'message'],
  ['silence_', 'clock'],
  ['application_unanswered', 'clock'],
  ['application_no_answer', 'clock'],
  ['pending_over', 'clock'],
  ['application_', 'people'],
  ['mentor_application_', 'people'],
  ['activity_', 'calendar'],
  ['hours_', 'clock'],
  ['mentor_hours_', 'clock'],
  ['org_', 'building'],
  ['vacancy_', 'list'],
  ['users_exported', 'download'],
  ['form_', 'note'],
  ['report_', 'flag'],
  ['check_', 'shield'],
  ['checks_exported', 'download'],
  ['audit_log_exported', 'download'],
  ['second_factor_', 'shield'],
  ['impersonated', 'shield'],
  ['guardian_', 'person'],
  ['help_', 'hand'],
];

export const iconOf = (kind: string): IconName =>
  ICONS.find(([start]) => kind.startsWith(start))?.[1] ?? 'bell';
