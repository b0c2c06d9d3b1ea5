// Conversations and their messages: loading them, and what one does with them.
import { refresh, type Status } from '../../api/cache.ts';
import {
  CONVERSATION_CALLS,
  type Conversation,
  type ConversationFolder,
  type ConversationLine,
  type ConversationStart,
  isEvent,
} from '../../api/conversation-calls.ts';
import { keyOf, type Loaded as LoadedData, useCall, useLoaded } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import { loadUnreadConversations } from '../../lib/conversations/unread.ts';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import type { ListState } from './list-url.ts';

const PATH = '/conversations';
const ROWS = 20;
const MESSAGES = 50;

interface Pages<T> {
  items: readonly T[];
  total: number;
}

export interface Loaded<T> extends Pages<T> {
  status: Status;
  /** Whether there are more than those that are loaded. */
  hasMore: boolean;
  refresh: () => Promise<void>;
}

interface Page<T> {
  items: readonly T[];
  meta: { total?: number };
}

/** The first pages together: after a change they are asked for again as a whole. What moved between two pages stands once. */
async function firstPages<T extends { id: string }>(
  pages: number,
  load: (page: number) => Promise<Page<T>>,
): Promise<Pages<T>> {
  const found = await Promise.all(Array.from({ length: pages }, (_, at) => load(at + 1)));
  const byId = new Map(found.flatMap(({ items }) => items.map((item) => [item.id, item] as const)));
  return { items: [...byId.values()], total: found[0]?.meta.total ?? byId.size };
}

const EMPTY: Pages<never> = { items: [], total: 0 };

function loadedOf<T>({ data = EMPTY, status, refresh: again }: LoadedData<Pages<T>>): Loaded<T> {
  return { ...data, status, hasMore: data.items.length < data.total, refresh: again };
}

export function useConversations(
  { folder, q, about }: ListState,
  pages: number,
  isWanted: boolean,
): Loaded<Conversation> {
  const query = {
    'filter[folder_eq]': folder,
    'filter[q]': q,
    'filter[about_type_in]': about.join(','),
    'page[size]': ROWS,
  };
  const loaded = useLoaded(
    isWanted ? `${keyOf(PATH)}?${JSON.stringify(query)}&pages=${pages}` : null,
    (signal) =>
      firstPages(pages, (page) =>
        send(CONVERSATION_CALLS.list, { query: { ...query, 'page[number]': page }, signal }),
      ),
    { keeps: true, scope: selectedOrganizationId.value },
  );
  return loadedOf(loaded);
}

export type FolderCounts = Partial<Record<ConversationFolder, number>>;

/** How many each tab holds; what cannot be had is not shown. */
export function useFolderCounts(folders: readonly ConversationFolder[], isWanted: boolean): FolderCounts {
  const load = async (signal: AbortSignal): Promise<FolderCounts> => {
    const found = await Promise.allSettled(
      folders.map(async (folder) => {
        const query = { 'filter[folder_eq]': folder, 'page[size]': 1 };
        const { meta } = await send(CONVERSATION_CALLS.list, { query, signal });
        return [folder, meta.total] as const;
      }),
    );
    return Object.fromEntries(
      found.flatMap((each) =>
        each.status === 'fulfilled' && typeof each.value[1] === 'number' ? [each.value] : [],
      ),
    );
  };
  const key = isWanted ? `${keyOf(PATH)}?counts=${folders.join(',')}` : null;
  return useLoaded(key, load, { keeps: true, scope: selectedOrganizationId.value }).data ?? {};
}

export const useConversation = (id: string | null) =>
  useCall(CONVERSATION_CALLS.show, id === null ? null : { id }, { scope: selectedOrganizationId.value });

/** The newest pages, the oldest line first. Pages count messages; what happened stands between them. */
export function useMessages(id: string, pages: number): Loaded<ConversationLine> {
  const query = { sort: '-created_at', 'page[size]': MESSAGES } as const;
  const loaded = useLoaded<Pages<ConversationLine>>(
    `${keyOf(`${PATH}/${id}`)}/messages?pages=${pages}`,
    async (signal) => {
      const { items, total } = await firstPages(pages, (page) =>
        send(CONVERSATION_CALLS.messages, { id, query: { ...query, 'page[number]': page }, signal }),
      );
      return { items: [...items].reverse(), total: total + items.filter(isEvent).length };
    },
    { keeps: true },
  );
  return loadedOf(loaded);
}

/** Whatever of conversations is on the screen, and the number beside the menu. */
export const reloadConversations = (): Promise<unknown> =>
  Promise.all([refresh(keyOf(PATH)), loadUnreadConversations()]);

export type ConversationStep =
  | 'read'
  | 'unread'
  | 'archive'
  | 'unarchive'
  | 'mute'
  | 'unmute'
  | 'block'
  | 'unblock'
  | 'take'
  | 'release';

export async function takeStep(step: ConversationStep, id: string): Promise<void> {
  await send(CONVERSATION_CALLS[step], { id });
  await reloadConversations();
}

export const sayTyping = (id: string): Promise<unknown> =>
  send(CONVERSATION_CALLS.typing, { id }).catch(() => undefined);

/** The same key for a second attempt of the same text: it stands in the conversation once. */
export async function writeMessage(id: string, body: string, idempotencyKey: string): Promise<void> {
  await send(CONVERSATION_CALLS.write, { id, body: { body }, idempotencyKey });
  await reloadConversations();
}

export async function withdrawMessage(id: string): Promise<void> {
  try {
    await send(CONVERSATION_CALLS.withdraw, { id });
  } finally {
    await reloadConversations();
  }
}

export async function startConversation(
  start: ConversationStart,
  idempotencyKey: string,
): Promise<Conversation | null> {
  const { item } = await send(CONVERSATION_CALLS.start, { body: start, idempotencyKey });
  await reloadConversations();
  return item;
}
