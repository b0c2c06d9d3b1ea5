// What leads the app of a device to its server: addresses, tokens, links to elsewhere.
import { beforeEach, describe, expect, test, vi } from 'vitest';

const ORIGIN = 'https://vrijwilligers.example';

beforeEach(() => {
  vi.stubEnv('VOLUNTR_API_ORIGIN', ORIGIN);
  vi.resetModules();
  localStorage.clear();
});

describe('addresses', () => {
  test('a call goes to the server, a file of the app does not', async () => {
    const { callAddress } = await import('./origin.ts');
    expect(callAddress('/api/v1/vacancies?page=2')).toBe(`${ORIGIN}/api/v1/vacancies?page=2`);
    expect(callAddress('/nieuws/_fragment.json')).toBe(`${ORIGIN}/nieuws/_fragment.json`);
    for (const own of ['/assets/a.js', '/img/a.svg', '//elders.example/x', 'https://elders.example/x'])
      expect(callAddress(own)).toBe(own);
  });

  test('files lead to the server, screens stay', async () => {
    const { fileAddress, sourceSet, htmlWithOrigin } = await import('./origin.ts');
    expect(fileAddress('/uploads/a.webp')).toBe(`${ORIGIN}/uploads/a.webp`);
    expect(fileAddress('/vacancies/1')).toBe('/vacancies/1');
    expect(sourceSet('/uploads/a.webp 640w, /uploads/b.webp 320w')).toBe(
      `${ORIGIN}/uploads/a.webp 640w, ${ORIGIN}/uploads/b.webp 320w`,
    );
    expect(htmlWithOrigin('<a href="/nieuws"><img src="/uploads/a.webp"></a>')).toBe(
      `<a href="/nieuws"><img src="${ORIGIN}/uploads/a.webp"></a>`,
    );
  });
});

test('the token goes with calls of who is signed in, and ends with the session', async () => {
  const { addTokens, keepTokens } = await import('./tokens.ts');
  const handedOut = new Response(null, { headers: { 'access-token': 'geheim', 'device-token': 'apparaat' } });
  keepTokens('/auth/sign_in', handedOut);
  const sent = (path: string, headers: Record<string, string>) => {
    const all = new Headers(headers);
    addTokens(path, all);
    return Object.fromEntries(all);
  };
  expect(sent('/api/v1/vacancies', {})).toEqual({});
  expect(sent('/api/v1/vacancies', { client: 'a' })).toEqual({ client: 'a', 'access-token': 'geheim' });
  expect(sent('/auth/sign_in', { 'App-Session': 'cookie' })).toEqual({ 'device-token': 'apparaat' });
  // A wrong password ends no session.
  keepTokens('/auth/sign_in', new Response(null, { status: 401 }));
  expect(sent('/x', { client: 'a' })['access-token']).toBe('geheim');
  keepTokens('/auth/sign_out', new Response(null, { status: 204 }));
  expect(sent('/x', { client: 'a' })).toEqual({ client: 'a' });
});

test('only what is elsewhere opens in the browser of the device', async () => {
  const { externalAddress } = await import('./external-links.ts');
  const link = (href: string) => Object.assign(document.createElement('a'), { href });
  expect(externalAddress(link('https://elders.example/x'))).toBe('https://elders.example/x');
  for (const own of ['/vacancies/1', 'tel:0101234567', 'mailto:a@example.nl'])
    expect(externalAddress(link(own))).toBeNull();
});
