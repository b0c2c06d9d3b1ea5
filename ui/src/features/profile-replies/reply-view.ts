// Where a message of an organisation to somebody of the pool stands, and in which list it is found. Pure.
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import type { Tone } from '../../components/content/badge.tsx';
import type { IconName } from '../../components/media/icon.tsx';
import { daysUntil } from '../../lib/locale/time.ts';

export const REPLIES_PATH = '/profile-replies';

/** `overview` is what a centre sees: that messages were sent, not what is in them. */
export type RepliesTab = 'received' | 'sent' | 'archive' | 'overview';

/** An answered message whose conversation is older than this goes to the archive, in days. */
const ARCHIVED_AFTER_DAYS = 60;

/** As `filter[status_in]` names them. */
export const CURRENT = 'open,answered';
export const CLOSED = 'declined,expired,blocked';

const TAB_IN_ADDRESS: Readonly<Record<string, RepliesTab>> = {
  ontvangen: 'received',
  verstuurd: 'sent',
  archief: 'archive',
};

export const tabOf = (params: URLSearchParams): RepliesTab | null =>
  TAB_IN_ADDRESS[params.get('weergave') ?? ''] ?? null;

export function hrefOf(tab: RepliesTab): string {
  const name = Object.keys(TAB_IN_ADDRESS).find((each) => TAB_IN_ADDRESS[each] === tab);
  return name ? `${REPLIES_PATH}?weergave=${name}` : REPLIES_PATH;
}

/** The address of one of them, open, in the list where one is. */
export function hrefOfReply(id: string, tab: RepliesTab | null): string {
  const list = hrefOf(tab ?? 'overview');
  return `${list}${list.includes('?') ? '&' : '?'}open=${encodeURIComponent(id)}`;
}

export function isArchived({ status, answeredAt }: VolunteerProfileReply, now = new Date()): boolean {
  if (status === 'open') return false;
  return status !== 'answered' || (answeredAt !== null && daysUntil(answeredAt, now) < -ARCHIVED_AFTER_DAYS);
}

/** Those that wait for an answer first; the newest on top among them. */
export const waitingFirst = (replies: readonly VolunteerProfileReply[]): readonly VolunteerProfileReply[] => [
  ...replies.filter(({ status }) => status === 'open'),
  ...replies.filter(({ status }) => status !== 'open'),
];

/** Whole days that are left to answer; null once it is closed. */
export function daysLeft({ status, expiresAt }: VolunteerProfileReply, now = new Date()): number | null {
  return status === 'open' && expiresAt !== null ? Math.max(0, daysUntil(expiresAt, now)) : null;
}

export const STATUS_LOOK: Readonly<Record<VolunteerProfileReply['status'], { tone: Tone; icon: IconName }>> =
  {
    open: { tone: 'neutral', icon: 'clock' },
    answered: { tone: 'success', icon: 'check' },
    declined: { tone: 'neutral', icon: 'close' },
    expired: { tone: 'neutral', icon: 'archive' },
    blocked: { tone: 'neutral', icon: 'block' },
  };
