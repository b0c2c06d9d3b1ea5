// The links in our mails: what to send, and what the answer means. Draws nothing.

import { CALLS } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';
import { currentUser } from '../../lib/session/session.ts';
import { signOut } from '../../lib/session/sign-in.ts';

export type ConfirmKind = 'account' | 'application' | 'email' | 'registered' | 'restore';

export interface ConfirmLink {
  kind: ConfirmKind | 'invitation' | 'answer';
  token: string;
}

/** An answer that pressing again does not change. */
export type ConfirmAnswer =
  | { kind: 'done' | 'school'; vacancy: string | null; organisation: string | null }
  /** The address is proved; a password is still to be chosen, by the same link. */
  | { kind: 'password' }
  /** Registered at a desk, and there is no account yet to put it in. */
  | { kind: 'newcomer' }
  | { kind: 'expired' | 'used' | 'closed' | 'invalid' }
  /** The account has no date of birth, and the vacancy a minimum age. */
  | { kind: 'age'; age: number }
  /** Not now: another request is open, or a parent has to agree first. In the reader's language. */
  | { kind: 'refused'; reason: string };

export type ConfirmResult = ConfirmAnswer | { kind: 'failed' };

/** The names a link's token may have in the address, the most particular first. */
const NAMES: readonly [string, ConfirmLink['kind']][] = [
  ['application', 'application'],
  ['answer', 'answer'],
  ['registered', 'registered'],
  ['email_token', 'email'],
  ['invitation_token', 'invitation'],
  ['restore_token', 'restore'],
  ['token', 'account'],
  ['confirmation_token', 'account'],
];

/** Null: the address holds no token. */
export function readLink(search: string): ConfirmLink | null {
  const params = new URLSearchParams(search);
  for (const [name, kind] of NAMES) {
    const token = params.get(name)?.trim();
    if (token) return { kind, token };
  }
  return null;
}

/** What holds of who applies; the server says it in words. */
const REFUSALS = [
  'one_request',
  'consent_missing',
  'own_vacancy',
  'limit_reached',
  'under_age',
  'reapply_refused',
] as const;

/** The age that whoever opens the link has to say to have. */
function askedAge(error: ApiError): number | null {
  const asked = error.errors.find(({ source }) => source?.pointer?.endsWith('/age_at_least'));
  return typeof asked?.meta?.min_age === 'number' ? asked.meta.min_age : null;
}

export function resultOf(
  error: unknown,
): Exclude<ConfirmResult, { kind: 'done' | 'school' | 'password' | 'newcomer' }> {
  if (!(error instanceof ApiError)) return { kind: 'failed' };
  if (error.hasCode('link_used') || error.hasCode('already_applied')) return { kind: 'used' };
  if (error.hasCode('vacancy_closed') || error.hasCode('vacancy_full')) return { kind: 'closed' };
  if (REFUSALS.some((code) => error.hasCode(code))) return { kind: 'refused', reason: error.message };
  const age = askedAge(error);
  if (age !== null) return { kind: 'age', age };
  if (error.hasCode('link_expired') || error.statusCode === 410) return { kind: 'expired' };
  return { kind: [400, 404, 422].includes(error.statusCode) ? 'invalid' : 'failed' };
}

/** The token in the link identifies the user; a session in this browser is ignored. */
const BY_LINK = { anonymous: true };
const DONE: ConfirmAnswer = { kind: 'done', vacancy: null, organisation: null };

const SENDING: Record<ConfirmKind, (token: string, ageAtLeast: number | null) => Promise<ConfirmAnswer>> = {
  async account(confirmationToken) {
    const { meta } = await send(CALLS.confirmAccount, { body: { confirmationToken }, ...BY_LINK });
    return meta.passwordNeeded === true ? { kind: 'password' } : DONE;
  },
  async application(token) {
    const { item: found } = await send(CALLS.confirmApplication, { body: { token }, ...BY_LINK });
    return {
      kind: found?.stage === 'mentor_review' ? 'school' : 'done',
      vacancy: found?.vacancyTitle ?? null,
      organisation: found?.organizationName ?? null,
    };
  },
  async email(emailToken) {
    const { item: user } = await send(CALLS.confirmEmail, { body: { emailToken }, ...BY_LINK });
    // Every session of theirs has ended with the old address, this one too.
    if (user && currentUser.peek()?.id === user.id) await signOut();
    return DONE;
  },
  async registered(token, ageAtLeast) {
    const body = ageAtLeast === null ? { token } : { token, ageAtLeast };
    const { meta } = await send(CALLS.confirmApplication, { body, ...BY_LINK });
    return meta.hasAccount === true ? DONE : { kind: 'newcomer' };
  },
  async restore(restoreToken) {
    await send(CALLS.undoErasure, { body: { restoreToken }, ...BY_LINK });
    return DONE;
  },
};

export async function confirm(
  { kind, token }: { kind: ConfirmKind; token: string },
  ageAtLeast: number | null = null,
): Promise<ConfirmResult> {
  try {
    return await SENDING[kind](token, ageAtLeast);
  } catch (error) {
    return resultOf(error);
  }
}
