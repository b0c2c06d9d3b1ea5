// An address that mail comes back from: one more try, and what came of it.
import { get, post } from '../api/client.ts';
import { readOne } from '../api/jsonapi.ts';
import type { User } from '../api/resources.ts';

/** arrived: the stop is gone; refused: it came back again; waiting: nobody knows yet. */
export type MailTry = 'arrived' | 'refused' | 'waiting';

/** The letter goes within seconds; later than this, nobody watches a button any more. */
const LOOKS_MS = [1000, 2000, 3000, 4000];

/** Throws ApiError where no more tries are let through now. */
export async function tryMailAgain({ id, mailStoppedAt }: User): Promise<MailTry> {
  const path = `/users/${encodeURIComponent(id)}`;
  await post(`${path}/try_mail_again`, {});
  for (const wait of LOOKS_MS) {
    await new Promise((done) => setTimeout(done, wait));
    const now = readOne<User>((await get(path)).document)?.mailStoppedAt;
    if (!now) return 'arrived';
    if (now !== mailStoppedAt) return 'refused';
  }
  return 'waiting';
}
