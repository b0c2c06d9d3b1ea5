// What a person changes of their own account, and what they are shown of it. Draws nothing.
import { get, patch, post, put, remove } from '../api/client.ts';
import { readList, readMeta } from '../api/jsonapi.ts';
import type { Consent, NotificationPreference, Rate } from '../api/people-resources.ts';
import type { User } from '../api/resources.ts';
import { currentUser, reloadSession } from './session.ts';

export type OwnDetails = Partial<
  Pick<
    User,
    | 'firstName'
    | 'lastName'
    | 'phoneNumber'
    | 'jobTitle'
    | 'gender'
    | 'birthDate'
    | 'locale'
    | 'digestDays'
    | 'colorMode'
    | 'quietFrom'
    | 'quietUntil'
  >
>;

/** Throws ApiError with the fields that were refused. What is on the screen of the person follows. */
export async function changeOwn(details: OwnDetails): Promise<void> {
  await patch('/current_user', { user: details });
  await reloadSession();
}

/** A letter goes to the new address; the old one holds until its link is followed. */
export async function askEmail(email: string, currentPassword: string): Promise<void> {
  await put('/current_user/email', { email, currentPassword });
  await reloadSession();
}

export async function withdrawEmail(): Promise<void> {
  await remove('/current_user/email');
  await reloadSession();
}

export async function loadPreferences(): Promise<NotificationPreference[]> {
  const { document } = await get('/notification_preferences');
  return readList<NotificationPreference>(document);
}

export async function changePreference(
  { kind, channel }: Pick<NotificationPreference, 'kind' | 'channel'>,
  rate: Rate,
): Promise<void> {
  await patch('/notification_preferences', { preferences: [{ kind, channel, rate }] });
}

/** A letter goes to a parent or guardian, who says yes or no by its link. */
export async function askGuardian(email: string): Promise<void> {
  await post('/me/guardian', { email });
  await reloadSession();
}

/** Newest first: every yes and every no there ever was. */
export async function loadConsents(): Promise<Consent[]> {
  const { document } = await get('/consents', { query: { 'page[size]': 100 } });
  return readList<Consent>(document);
}

export async function sayConsent(kind: Consent['kind'], isGiven: boolean): Promise<void> {
  await post('/consents', { kind, isGiven });
}

/** A letter that says where the copy can be fetched; gives the address it goes to. */
export async function mailCopy(): Promise<string> {
  const { document } = await post('/me/data_export', {});
  return String(readMeta(document).sentTo ?? currentUser.peek()?.email ?? '');
}

/** What nobody else looks after, as the refusal would name it. */
export async function loadSoleDuties(): Promise<unknown> {
  return readMeta((await get('/me/erasure')).document).soleManagerOf;
}

/** Closes the account at once. Gives the moment until which it can come back. */
export async function closeAccount(currentPassword: string, reason: string): Promise<string> {
  const { document } = await post('/me/erasure', { currentPassword, reason: reason || undefined });
  return String(readMeta(document).eraseAfter ?? '');
}
