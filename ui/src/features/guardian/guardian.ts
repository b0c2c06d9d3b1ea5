// A parent or guardian's link: what is asked, and the answer. Draws nothing.
import { CALLS, type GuardianQuestion } from '../../api/calls.ts';
import { ApiError } from '../../api/client.ts';
import { send } from '../../api/requests.ts';

/** The token in the link identifies the user; a session in this browser is ignored. */
const BY_LINK = { anonymous: true };

/** Looking at it does not use it up. */
export async function loadQuestion(guardianToken: string): Promise<GuardianQuestion | null> {
  return (await send(CALLS.showGuardianQuestion, { body: { guardianToken }, ...BY_LINK })).item;
}

export async function sayAnswer(guardianToken: string, isGiven: boolean): Promise<void> {
  await send(CALLS.answerGuardianQuestion, { body: { guardianToken, isGiven }, ...BY_LINK });
}

/** What the link is worth; `failed` is the way there. */
export function problemOf(thrown: unknown): 'used' | 'expired' | 'invalid' | 'failed' {
  if (!(thrown instanceof ApiError)) return 'failed';
  if (thrown.hasCode('link_used')) return 'used';
  if (thrown.statusCode === 410) return 'expired';
  return [400, 404, 422].includes(thrown.statusCode) ? 'invalid' : 'failed';
}
