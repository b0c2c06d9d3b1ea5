// The messages between organisations and people of the pool: loading them and acting on them.
import { refresh, type Status } from '../../api/cache.ts';
import { keyOf, useCall } from '../../api/hooks.ts';
import {
  POOL_CALLS,
  type ReplyAnswer,
  type ReplyMessage,
  type VolunteerProfileReply,
} from '../../api/pool-calls.ts';
import { send } from '../../api/requests.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { CLOSED, CURRENT } from './reply-view.ts';

const PATH = '/volunteer_profile_replies';
const SHOWN = 100;

export interface Replies {
  items: readonly VolunteerProfileReply[];
  total: number;
  status: Status;
  refresh: () => Promise<void>;
  /** The next ones besides. */
  more: () => Promise<void>;
}

const NO_REPLIES: readonly VolunteerProfileReply[] = [];

/** Those of one direction that go on, or those that are closed; none while nobody looks at them. */
export function useReplies(
  direction: 'received' | 'sent',
  which: 'current' | 'closed',
  isWanted = true,
): Replies {
  const query = {
    'filter[direction_eq]': direction,
    'filter[status_in]': which === 'current' ? CURRENT : CLOSED,
    sort: '-created_at' as const,
    'page[size]': SHOWN,
  };
  const { data, status, refresh, change } = useCall(POOL_CALLS.replies, isWanted ? { query } : null, {
    scope: selectedOrganizationId.value,
  });
  const items = data?.items ?? NO_REPLIES;
  const more = () =>
    change(async (shown, signal) => {
      const number = Math.floor((shown?.items.length ?? 0) / SHOWN) + 1;
      const next = await send(POOL_CALLS.replies, { query: { ...query, 'page[number]': number }, signal });
      return { ...next, items: [...(shown?.items ?? []), ...next.items] };
    });
  const total = typeof data?.meta.total === 'number' ? data.meta.total : items.length;
  return { items, total, status: isWanted ? status : 'success', refresh, more };
}

/** Page by page what was sent and answered, for who works for the centre. */
export const useOverview = (page: number, size: number) =>
  useCall(
    POOL_CALLS.replies,
    { query: { sort: '-created_at', 'page[number]': page, 'page[size]': size } },
    { scope: selectedOrganizationId.value, keeps: true },
  );

export const useReply = (id: string | null) => useCall(POOL_CALLS.reply, id === null ? null : { id });

const NONE: readonly ReplyMessage[] = [];

export const useReplyMessages = (id: string): readonly ReplyMessage[] =>
  useCall(POOL_CALLS.replyMessages, { id }).data?.items ?? NONE;

/** What was done is also in every list; a list that does not come back keeps what it shows. */
async function refreshAfter<T>(change: Promise<T>): Promise<void> {
  try {
    await change;
  } finally {
    await refresh(keyOf(PATH));
  }
}

export const answerReply = ({ id }: VolunteerProfileReply, body: ReplyAnswer): Promise<void> =>
  refreshAfter(send(POOL_CALLS.answerReply, { id, body }));

export const declineReply = ({ id }: VolunteerProfileReply): Promise<void> =>
  refreshAfter(send(POOL_CALLS.declineReply, { id }));

export const blockReply = ({ id }: VolunteerProfileReply): Promise<void> =>
  refreshAfter(send(POOL_CALLS.blockReply, { id }));

export async function writeReplyMessage(id: string, body: string): Promise<void> {
  await send(POOL_CALLS.writeReplyMessage, { id, body: { body } });
  await refresh(keyOf(`${PATH}/${id}/messages`));
}

export async function markReplyRead(id: string): Promise<void> {
  await send(POOL_CALLS.readReplyMessages, { id });
}
