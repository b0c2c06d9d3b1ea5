// How many conversations of who is signed in hold something unread: beside the menu entry and the sign in the bar.
import { signal } from '@preact/signals-react';
import { CONVERSATION_CALLS } from '../../api/conversation-calls.ts';
import { send } from '../../api/requests.ts';
import { looking } from '../feedback/notifications.ts';
import { impersonation, isSignedIn } from '../session/session.ts';

export const unreadConversations = signal(0);

/** What is written to somebody is not for who works as them. */
export async function loadUnreadConversations(signal?: AbortSignal): Promise<void> {
  const looks = looking();
  if (!isSignedIn.peek() || impersonation.peek() !== null || looks.aborted) {
    unreadConversations.value = 0;
    return;
  }
  try {
    const { meta } = await send(CONVERSATION_CALLS.unreadCount, {
      signal: signal ? AbortSignal.any([signal, looks]) : looks,
    });
    unreadConversations.value = meta.count ?? 0;
  } catch {
    // The number of a moment ago stays; the next look will tell.
  }
}
