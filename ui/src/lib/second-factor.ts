// The second step: what is set up, setting it up, proving it. Draws nothing; screens of the account use it too.
import { get, post, put, remove } from '../api/client.ts';
import type { Resource, WireDocument } from '../api/jsonapi.ts';
import { fromWire, readOne } from '../api/jsonapi.ts';
import { createPasskey, provePasskey } from './passkey.ts';
import { reloadSession } from './session.ts';

const ADDRESS = '/auth/second_factor';
const PASSKEYS = `${ADDRESS}/passkeys`;

export interface Passkey {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

export interface SecondFactor extends Resource {
  /** It may not be taken away: this account must have one. */
  required: boolean;
  isSetUp: boolean;
  /** This session has proved it. */
  isVerified: boolean;
  totp: boolean;
  passkeys: Passkey[];
  recoveryCodesLeft: number;
}

export interface TotpStart {
  /** For who cannot scan. */
  secret: string;
  otpauthUrl: string;
  /** An svg of the same. */
  qrSvg: string;
}

export async function loadSecondFactor(): Promise<SecondFactor | null> {
  const { document } = await get(ADDRESS);
  return readOne<SecondFactor>(document);
}

/** Asks the password again (422 at currentPassword) of who signed in more than a quarter of an hour ago. */
export async function beginTotp(currentPassword?: string): Promise<TotpStart> {
  const { document } = await post(ADDRESS, { currentPassword });
  return attributesOf(document) as unknown as TotpStart;
}

/** Proves a code, of an app that is being set up or of one that is. Codes for recovery come once, at setting up. */
export async function proveCode(code: string): Promise<readonly string[]> {
  const { document } = await put(ADDRESS, { code: code.replaceAll(/\s/g, '') });
  return recoveryCodesOf(document);
}

export async function proveRecoveryCode(recoveryCode: string): Promise<void> {
  await put(ADDRESS, { recoveryCode: recoveryCode.trim() });
}

/** Codes for recovery come along when this is the first thing set up. Asks the password again as beginTotp does. */
export async function addPasskey(name: string, currentPassword?: string): Promise<readonly string[]> {
  const { challengeId, options } = await challenge({ purpose: 'register', currentPassword });
  const credential = await createPasskey(options);
  const { document } = await post(PASSKEYS, { challengeId, name, credential });
  return recoveryCodesOf(document);
}

export async function provePasskeyHere(): Promise<void> {
  const { challengeId, options } = await challenge({ purpose: 'sign_in' });
  const credential = await provePasskey(options);
  await put(PASSKEYS, { challengeId, credential });
}

export async function removePasskey(id: string, currentPassword: string): Promise<void> {
  await remove(`${PASSKEYS}/${encodeURIComponent(id)}`, { body: { currentPassword } });
}

/** Takes the app away; refused while a second step is required and this is the last. */
export async function removeSecondFactor(currentPassword: string): Promise<void> {
  await remove(ADDRESS, { body: { currentPassword } });
}

/** Ten new codes; the old ones stop working. */
export async function renewRecoveryCodes(currentPassword: string): Promise<readonly string[]> {
  const { document } = await post(`${ADDRESS}/recovery_codes`, { currentPassword });
  return recoveryCodesOf(document);
}

/** After the second step is proved: the session is whole, and who it is can be loaded. */
export const finishSecondStep = (): Promise<void> => reloadSession();

interface Challenge {
  challengeId: string;
  options: unknown;
}

async function challenge(asked: {
  purpose: 'register' | 'sign_in';
  currentPassword?: string | undefined;
}): Promise<Challenge> {
  const { document } = await post(`${PASSKEYS}/options`, asked);
  return attributesOf(document) as unknown as Challenge;
}

function attributesOf(document: WireDocument): Record<string, unknown> {
  const data = Array.isArray(document.data) ? document.data[0] : document.data;
  return fromWire(data?.attributes ?? {}) as Record<string, unknown>;
}

function recoveryCodesOf(document: WireDocument): readonly string[] {
  const codes = attributesOf(document).recoveryCodes;
  return Array.isArray(codes) ? codes.map(String) : [];
}
