// What a person asks about their own account: a new password, another letter. Draws nothing.
import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import { send } from '../../api/requests.ts';
import { isSignedIn } from './session.ts';

/** A letter with a link to choose a new password. The answer is the same whether there is such an account or not. */
export async function askPasswordReset(email: string): Promise<void> {
  await send(ACCOUNT_CALLS.askPasswordReset, { body: { email }, anonymous: true });
}

/** The letter that confirms an address, once more. The answer is the same whether there is such an account or not. */
export async function askConfirmation(email: string): Promise<void> {
  await send(ACCOUNT_CALLS.askConfirmation, { body: { email }, anonymous: true });
}

/** Whether a letter's link still sets a password; the link is not used up. */
export async function checkPasswordLink(
  resetPasswordToken: string,
): Promise<'valid' | 'used' | 'expired' | undefined> {
  const { meta } = await send(ACCOUNT_CALLS.checkPasswordLink, {
    body: { resetPasswordToken },
    anonymous: true,
  });
  return meta.link;
}

export interface NewPassword {
  password: string;
  resetPasswordToken?: string | null;
  currentPassword?: string;
}

/** By the link of a letter, or by who is signed in. */
export async function setPassword({
  password,
  resetPasswordToken,
  currentPassword,
}: NewPassword): Promise<void> {
  if (!resetPasswordToken && !isSignedIn.peek()) {
    throw new Error('You must provide either the uid, client and accessToken or the resetPasswordToken');
  }
  const body = { password, passwordConfirmation: password };
  if (resetPasswordToken)
    await send(ACCOUNT_CALLS.setPassword, { body: { ...body, resetPasswordToken }, anonymous: true });
  else
    await send(ACCOUNT_CALLS.setPassword, {
      body: { ...body, ...(currentPassword === undefined ? {} : { currentPassword }) },
    });
}
