// One message to many people, each in a conversation of their own: who gets it, and sending it.

import { refresh } from '../../api/cache.ts';
import {
  CONVERSATION_CALLS,
  type ManyMessage,
  type ManyPreview,
  type SkipReason,
} from '../../api/conversation-calls.ts';
import { keyOf } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';

export type { SkipReason };

/** The server takes no more at once. */
const MOST_AT_ONCE = 200;

/** To whom, and about what; the sender is who is signed in, or the organisation they write for. */
export type ManyTo = Omit<ManyMessage, 'recipientIds' | 'body' | 'subject'> & { ids: readonly string[] };

/** In parts of about the same size, each with two people or more. */
export function batchesOf(ids: readonly string[]): readonly (readonly string[])[] {
  const all = [...new Set(ids)];
  const size = Math.ceil(all.length / Math.ceil(all.length / MOST_AT_ONCE));
  return Array.from({ length: Math.ceil(all.length / size) || 0 }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

export type Preview = Pick<ManyPreview, 'recipients' | 'skipped' | 'leftToday'>;

export async function previewMany({ ids, ...about }: ManyTo, signal: AbortSignal): Promise<Preview> {
  const found = await Promise.all(
    batchesOf(ids).map(async (recipientIds) => {
      const { item } = await send(CONVERSATION_CALLS.previewMany, {
        body: { ...about, recipientIds },
        signal,
      });
      return item === null ? [] : [item];
    }),
  );
  const all = found.flat();
  return {
    recipients: all.flatMap(({ recipients }) => recipients),
    skipped: all.flatMap(({ skipped }) => skipped),
    leftToday: Math.min(...all.map(({ leftToday }) => leftToday)),
  };
}

export interface ManyText {
  subject?: string;
  body: string;
}

/** With the same key for a second attempt of the same text: who has it already does not get it again. Gives to how many it was sent. */
export async function writeMany({ ids, ...about }: ManyTo, text: ManyText, key: string): Promise<number> {
  let sent = 0;
  for (const [at, recipientIds] of batchesOf(ids).entries()) {
    const { item } = await send(CONVERSATION_CALLS.startMany, {
      body: { ...about, ...text, recipientIds },
      idempotencyKey: `${key}-${at}`,
    });
    sent += item?.sent ?? 0;
  }
  await refresh(keyOf('/conversations'));
  return sent;
}
