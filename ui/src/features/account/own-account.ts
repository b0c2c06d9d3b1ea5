// What a person changes of their own account, and what they are shown of it. Draws nothing.

import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import type { NotificationPreference } from '../../api/calls.ts';
import type { Rate } from '../../api/choices.ts';
import { send } from '../../api/requests.ts';
import type { Consent, UserInput } from '../../api/schema.d.ts';
import { currentUser, reloadSession } from '../../lib/session/session.ts';

export type OwnDetails = Partial<
  Pick<
    UserInput,
    | 'firstName'
    | 'lastName'
    | 'phoneNumber'
    | 'jobTitle'
    | 'avatarUrl'
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
  await send(ACCOUNT_CALLS.changeCurrentUser, { body: { user: details } });
  await reloadSession();
}

/** A letter goes to the new address; the old one holds until its link is followed. */
export async function askEmail(email: string, currentPassword: string): Promise<void> {
  await send(ACCOUNT_CALLS.askEmail, { body: { email, currentPassword } });
  await reloadSession();
}

export async function withdrawEmail(): Promise<void> {
  await send(ACCOUNT_CALLS.withdrawEmail);
  await reloadSession();
}

export async function changePreference(
  { kind, channel }: Pick<NotificationPreference, 'kind' | 'channel'>,
  rate: Rate,
): Promise<void> {
  await send(ACCOUNT_CALLS.changePreferences, { body: { preferences: [{ kind, channel, rate }] } });
}

/** A letter goes to a parent or guardian, who says yes or no by its link. */
export async function askGuardian(email: string): Promise<void> {
  await send(ACCOUNT_CALLS.askGuardian, { body: { email } });
  await reloadSession();
}

export async function sayConsent(kind: Consent['kind'], isGiven: boolean): Promise<void> {
  await send(ACCOUNT_CALLS.sayConsent, { body: { kind, isGiven } });
}

/** A letter that says where the copy can be fetched; gives the address it goes to. */
export async function mailCopy(): Promise<string> {
  const { meta } = await send(ACCOUNT_CALLS.mailCopy, { body: {} });
  return String(meta.sentTo ?? currentUser.peek()?.email ?? '');
}

/** What nobody else looks after, as the refusal would name it. */
export async function loadSoleDuties(): Promise<unknown> {
  return (await send(ACCOUNT_CALLS.beforeLeaving)).meta.soleManagerOf;
}

/** Closes the account at once. Gives the moment until which it can come back. */
export async function closeAccount(currentPassword: string, reason: string): Promise<string> {
  const { meta } = await send(ACCOUNT_CALLS.leave, {
    body: { currentPassword, ...(reason ? { reason } : {}) },
  });
  return String(meta.eraseAfter ?? '');
}
