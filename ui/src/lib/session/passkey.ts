// Passkeys between the server's JSON and the browser's binary. Knows no address and no screen.

export const hasPasskeys = (): boolean =>
  typeof window !== 'undefined' && 'PublicKeyCredential' in window && 'credentials' in navigator;

/** Bytes as JSON carries them. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join('');
  return btoa(plain).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

interface Descriptor {
  id: string;
  type: 'public-key';
  transports?: AuthenticatorTransport[];
}

const named = (list: unknown): PublicKeyCredentialDescriptor[] =>
  ((list ?? []) as Descriptor[]).map((each) => ({ ...each, id: bytesOf(each.id) }));

/** The server may wrap its wish as a browser wants it: `{ publicKey: … }`. */
function inner(options: unknown): Record<string, unknown> {
  const whole = (options ?? {}) as Record<string, unknown>;
  return (whole.publicKey ?? whole) as Record<string, unknown>;
}

export function creationOptions(options: unknown): PublicKeyCredentialCreationOptions {
  const wish = inner(options);
  const user = wish.user as { id: string; name: string; displayName: string };
  return {
    ...(wish as unknown as PublicKeyCredentialCreationOptions),
    challenge: bytesOf(String(wish.challenge)),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: named(wish.excludeCredentials),
  };
}

export function requestOptions(options: unknown): PublicKeyCredentialRequestOptions {
  const wish = inner(options);
  return {
    ...(wish as unknown as PublicKeyCredentialRequestOptions),
    challenge: bytesOf(String(wish.challenge)),
    allowCredentials: named(wish.allowCredentials),
  };
}

/** What the browser says, as the server reads it. Its keys are the standard's, not ours. */
export function credentialJson(credential: PublicKeyCredential): Record<string, unknown> {
  const response = credential.response as AuthenticatorAttestationResponse & AuthenticatorAssertionResponse;
  const parts: Record<string, unknown> = { clientDataJSON: textOf(response.clientDataJSON) };
  if (response.attestationObject) {
    parts.attestationObject = textOf(response.attestationObject);
    parts.transports = response.getTransports?.() ?? [];
  } else {
    parts.authenticatorData = textOf(response.authenticatorData);
    parts.signature = textOf(response.signature);
    parts.userHandle = response.userHandle ? textOf(response.userHandle) : null;
  }
  return {
    id: credential.id,
    rawId: textOf(credential.rawId),
    type: credential.type,
    response: parts,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

export async function createPasskey(options: unknown): Promise<Record<string, unknown>> {
  const made = await navigator.credentials.create({ publicKey: creationOptions(options) });
  return credentialJson(made as PublicKeyCredential);
}

export async function provePasskey(options: unknown): Promise<Record<string, unknown>> {
  const given = await navigator.credentials.get({ publicKey: requestOptions(options) });
  return credentialJson(given as PublicKeyCredential);
}

/** The person closed the browser's question, or it waited too long: no fault to report. */
export function isPasskeyCancelled(thrown: unknown): boolean {
  return thrown instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(thrown.name);
}

/** Refused because this device holds one for this account already. */
export function isPasskeyKnown(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'InvalidStateError';
}

const DEVICES: readonly [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
];

/** A first name for a passkey made here; the person may type a better one. */
export function deviceName(agent = navigator.userAgent): string {
  return DEVICES.find(([sign]) => sign.test(agent))?.[1] ?? '';
}
