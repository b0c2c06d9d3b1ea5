// An address that mail comes back from: one more try, and what came of it.

import { CALLS } from '../../api/calls.ts';
import { readResource, send } from '../../api/requests.ts';
import type { User } from '../../api/schema.d.ts';

/** arrived: the stop is gone; refused: it came back again; waiting: nobody knows yet. */
export type MailTry = 'arrived' | 'refused' | 'waiting';

/** The letter goes within seconds; later than this, nobody watches a button any more. */
const LOOKS_MS = [1000, 2000, 3000, 4000];

/** Throws ApiError where no more tries are let through now. */
export async function tryMailAgain({ id, mailStoppedAt }: User): Promise<MailTry> {
  await send(CALLS.tryMailAgain, { id, body: {} });
  for (const wait of LOOKS_MS) {
    await new Promise((done) => setTimeout(done, wait));
    const now = (await readResource('users', id)).mailStoppedAt;
    if (!now) return 'arrived';
    if (now !== mailStoppedAt) return 'refused';
  }
  return 'waiting';
}
