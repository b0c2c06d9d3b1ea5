import { describe, expect, test } from 'vitest';
import { toWire } from '../../api/jsonapi.ts';
import { bytesOf, creationOptions, credentialJson, deviceName, requestOptions, textOf } from './passkey.ts';

const buffer = (text: string): ArrayBuffer => bytesOf(text).buffer;

test('bytes go over the wire and back', () => {
  const text = 'AP-_f4A';
  expect(textOf(buffer(text))).toBe(text);
});

describe('what the server asks', () => {
  test('of a new passkey', () => {
    const options = creationOptions({
      publicKey: {
        challenge: 'AQID',
        user: { id: 'BAU', name: 'ada', displayName: 'Ada' },
        excludeCredentials: [{ id: 'Bg', type: 'public-key' }],
        rp: { name: 'Voluntr' },
      },
    });
    expect([...new Uint8Array(options.challenge as ArrayBuffer)]).toEqual([1, 2, 3]);
    expect(options.user.displayName).toBe('Ada');
    expect(textOf(options.excludeCredentials?.[0]?.id as ArrayBuffer)).toBe('Bg');
    expect(options.rp.name).toBe('Voluntr');
  });

  test('of one that is there', () => {
    const options = requestOptions({ challenge: 'AQID', rpId: 'example.org' });
    expect(options.rpId).toBe('example.org');
    expect(options.allowCredentials).toEqual([]);
  });
});

test('what the browser says keeps the names of the standard', () => {
  const json = credentialJson({
    id: 'AQID',
    rawId: buffer('AQID'),
    type: 'public-key',
    response: {
      clientDataJSON: buffer('BAU'),
      authenticatorData: buffer('Bg'),
      signature: buffer('Bw'),
      userHandle: null,
    },
    getClientExtensionResults: () => ({}),
  } as unknown as PublicKeyCredential);
  expect(toWire({ challengeId: '1', credential: json })).toMatchObject({
    challenge_id: '1',
    credential: {
      rawId: 'AQID',
      response: { clientDataJSON: 'BAU', authenticatorData: 'Bg', signature: 'Bw' },
    },
  });
});

test.each([
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)', 'iPhone'],
  ['Mozilla/5.0 (Linux; Android 15; Pixel 8)', 'Android'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 'Windows'],
  ['something else', ''],
])('%s is called %s', (agent, name) => {
  expect(deviceName(agent)).toBe(name);
});
