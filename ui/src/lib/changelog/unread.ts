// How much of the changelog is new to who is signed in: a dot at the account until they have looked.
import { signal } from '@preact/signals-react';
import { CHANGELOG_CALLS } from '../../api/changelog-calls.ts';
import { send } from '../../api/requests.ts';
import { looking } from '../feedback/notifications.ts';
import { impersonation, isSignedIn, sessionStatus } from '../session/session.ts';

export const unreadChangelog = signal(0);

const NONE: readonly string[] = [];

/** The entries that are new to them. Who works as somebody else is told nothing that is theirs. */
export async function loadUnreadChangelog(signal?: AbortSignal): Promise<readonly string[]> {
  const looks = looking();
  const isShut = ['half', 'elsewhere'].includes(sessionStatus.peek());
  if (!isSignedIn.peek() || isShut || impersonation.peek() !== null || looks.aborted) {
    unreadChangelog.value = 0;
    return NONE;
  }
  try {
    const { meta } = await send(CHANGELOG_CALLS.unreadChangelog, {
      signal: signal ? AbortSignal.any([signal, looks]) : looks,
    });
    unreadChangelog.value = meta.count ?? 0;
    return meta.ids ?? NONE;
  } catch {
    // The number of a moment ago stays; the next look will tell.
    return NONE;
  }
}

/** Gives what was new until now, which is seen from here on. */
export async function readChangelog(): Promise<readonly string[]> {
  const ids = await loadUnreadChangelog();
  if (!isSignedIn.peek() || impersonation.peek() !== null) return ids;
  try {
    await send(CHANGELOG_CALLS.readChangelog);
    unreadChangelog.value = 0;
  } catch {
    // It is new again at the next visit.
  }
  return ids;
}
