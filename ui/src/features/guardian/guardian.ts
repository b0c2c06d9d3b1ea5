// A parent or guardian's link: what is asked, and the answer. Draws nothing.
import { ApiError, post } from '../../api/client.ts';
import { type Resource, readOne } from '../../api/jsonapi.ts';

export interface GuardianQuestion extends Resource {
  firstName: string;
  lastName: string;
  centerName: string;
  minimumAge: number;
  expiresAt: string;
  /** The link is that of a yes, and takes it back. */
  isGiven: boolean;
}

/** The link alone says who asks: whoever is signed in here does not count. */
const BY_LINK = { anonymous: true };

/** Looking at it does not use it up. */
export async function loadQuestion(guardianToken: string): Promise<GuardianQuestion | null> {
  const { document } = await post('/guardian_consents/show', { guardianToken }, BY_LINK);
  return readOne<GuardianQuestion>(document);
}

export async function sayAnswer(guardianToken: string, isGiven: boolean): Promise<void> {
  await post('/guardian_consents/answer', { guardianToken, isGiven }, BY_LINK);
}

/** What the link is worth; `failed` is the way there. */
export function problemOf(thrown: unknown): 'used' | 'expired' | 'invalid' | 'failed' {
  if (!(thrown instanceof ApiError)) return 'failed';
  if (thrown.hasCode('link_used')) return 'used';
  if (thrown.statusCode === 410) return 'expired';
  return [400, 404, 422].includes(thrown.statusCode) ? 'invalid' : 'failed';
}
