// Signing in and out, and as somebody else. Apart from the session itself, which every first view needs.
import { CALLS } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';
import { stopLooking } from '../feedback/notifications.ts';
import { store } from '../storage.ts';
import {
  askSecondStep,
  CREDENTIALS_KEY,
  credentials,
  dropCredentials,
  isCredentials,
  isSignedIn,
  reloadSession,
  selectOrganization,
} from './session.ts';

const IN_A_COOKIE = { 'App-Session': 'cookie' };

/**
 * Throws ApiError: 401 invalid_credentials | unconfirmed | account_inactive, 403 wrong_center, 429 rate_limited.
 * Afterwards sessionStatus says whether a second step is still to come.
 */
export async function signIn(email: string, password: string): Promise<void> {
  const answer = await send(CALLS.signIn, {
    body: { email, password },
    headers: IN_A_COOKIE,
    anonymous: true,
  });
  keepCredentials(answer.headers);
  const asked = answer.document.meta?.second_factor;
  if (asked) askSecondStep(asked);
  else await reloadSession();
}

/**
 * Becomes another person for an hour at most; the server checks whether that is allowed, and tells them. The caller
 * then loads the whole page, so that nothing of the one stays on the screen of the other.
 */
export async function signInAs(userId: string, reason: string): Promise<void> {
  await sendWhatWaits();
  const answer = await send(CALLS.signInAs, { body: { userId, reason }, headers: IN_A_COOKIE });
  keepCredentials(answer.headers);
  selectOrganization(null);
}

/** Back to who one was. As with signInAs the caller then loads the whole page. */
export async function endImpersonation(): Promise<void> {
  await sendWhatWaits();
  const answer = await send(CALLS.endSignInAs, { headers: IN_A_COOKIE });
  keepCredentials(answer.headers);
  selectOrganization(null);
}

/** Begins with what the server handed out. The token itself is in a cookie that no script can read. */
function keepCredentials(headers: Headers): void {
  const found = { client: headers.get('client') ?? '', uid: headers.get('uid') ?? '' };
  if (!isCredentials(found)) return;
  credentials.value = found;
  store(CREDENTIALS_KEY, found);
}

const leavers = new Set<() => Promise<unknown>>();

/** What has to be sent as the one who is still signed in. */
export function beforeLeaving(send: () => Promise<unknown>): void {
  leavers.add(send);
}

const sendWhatWaits = (): Promise<unknown> => Promise.allSettled([...leavers].map((send) => send()));

/** Credentials go, also when the call fails. */
export async function signOut(): Promise<void> {
  await sendWhatWaits();
  const mayLookAgain = stopLooking();
  try {
    if (isSignedIn.value) await send(CALLS.signOut);
  } catch {
    // The server forgets the session by itself; here it ends in any case.
  } finally {
    dropCredentials();
    mayLookAgain();
  }
}
