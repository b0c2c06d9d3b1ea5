// The second step: what is set up, setting it up, proving it. Draws nothing; screens of the account use it too.
import { ACCOUNT_CALLS } from '../../api/account-calls.ts';
import type { PasskeyChallenge, RecoveryCodes, SecondFactor, TotpStart } from '../../api/calls.ts';
import { send } from '../../api/requests.ts';
import { createPasskey, provePasskey } from './passkey.ts';
import { reloadSession } from './session.ts';

export async function loadSecondFactor(): Promise<SecondFactor | null> {
  return (await send(ACCOUNT_CALLS.secondFactor)).item;
}

/** Asks the password again (422 at currentPassword) of who signed in more than a quarter of an hour ago. */
export async function beginTotp(currentPassword?: string): Promise<TotpStart> {
  return theOne(
    await send(ACCOUNT_CALLS.beginTotp, { body: currentPassword === undefined ? {} : { currentPassword } }),
  );
}

/** Proves a code, of an app that is being set up or of one that is. Codes for recovery come once, at setting up. */
export async function proveCode(code: string): Promise<readonly string[]> {
  return codesOf(await send(ACCOUNT_CALLS.proveSecondFactor, { body: { code: code.replaceAll(/\s/g, '') } }));
}

export async function proveRecoveryCode(recoveryCode: string): Promise<void> {
  await send(ACCOUNT_CALLS.proveSecondFactor, { body: { recoveryCode: recoveryCode.trim() } });
}

/** Codes for recovery come along when this is the first thing set up. Asks the password again as beginTotp does. */
export async function addPasskey(name: string, currentPassword?: string): Promise<readonly string[]> {
  const { challengeId, options } = await challenge({ purpose: 'register', currentPassword });
  const credential = await createPasskey(options);
  return codesOf(await send(ACCOUNT_CALLS.addPasskey, { body: { challengeId, name, credential } }));
}

export async function provePasskeyHere(): Promise<void> {
  const { challengeId, options } = await challenge({ purpose: 'sign_in' });
  const credential = await provePasskey(options);
  await send(ACCOUNT_CALLS.provePasskey, { body: { challengeId, credential } });
}

export async function removePasskey(id: string, currentPassword: string): Promise<void> {
  await send(ACCOUNT_CALLS.removePasskey, { id, body: { currentPassword } });
}

/** Takes the app away; refused while a second step is required and this is the last. */
export async function removeSecondFactor(currentPassword: string): Promise<void> {
  await send(ACCOUNT_CALLS.removeSecondFactor, { body: { currentPassword } });
}

/** Ten new codes; the old ones stop working. */
export async function renewRecoveryCodes(currentPassword: string): Promise<readonly string[]> {
  return codesOf(await send(ACCOUNT_CALLS.renewRecoveryCodes, { body: { currentPassword } }));
}

/** After the second step is proved: the session is whole, and who it is can be loaded. */
export const finishSecondStep = (): Promise<void> => reloadSession();

async function challenge({
  purpose,
  currentPassword,
}: {
  purpose: 'register' | 'sign_in';
  currentPassword?: string | undefined;
}): Promise<PasskeyChallenge> {
  const body = { purpose, ...(currentPassword === undefined ? {} : { currentPassword }) };
  return theOne(await send(ACCOUNT_CALLS.passkeyOptions, { body }));
}

function theOne<T>({ item }: { item: T | null }): T {
  if (item === null) throw new Error('an answer without an object');
  return item;
}

const codesOf = ({ item }: { item: RecoveryCodes | null }): readonly string[] =>
  (item?.recoveryCodes ?? []).map(String);
