// How many conversations of who is signed in hold something unread: beside the menu entry and the sign in the bar.
import { signal } from '@preact/signals-react';
import { CONVERSATION_CALLS } from '../../api/conversation-calls.ts';
import { send } from '../../api/requests.ts';
import { impersonation, isSignedIn } from '../session/session.ts';

export const unreadConversations = signal(0);

/** What is written to somebody is not for who works as them. */
export async function loadUnreadConversations(signal?: AbortSignal): Promise<void> {
  if (!isSignedIn.peek() || impersonation.peek() !== null) {
    unreadConversations.value = 0;
    return;
  }
  try {
    const { meta } = await send(CONVERSATION_CALLS.unreadCount, { signal });
    unreadConversations.value = meta.count ?? 0;
  } catch {
    // The number of a moment ago stays; the next look will tell.
  }
}
