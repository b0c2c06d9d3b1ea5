// Every screen while the server fails: what cannot be had is said with a way to try again. None stays a skeleton.
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { reloadSession } from '../lib/session/session.ts';
import { type FakeAnswer, fakeServer, oneOf, wire } from '../testing/fake-server.ts';
import { render } from '../testing/render.tsx';
import { ROUTES } from './routes.ts';

const failed = (status: number): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code: 'internal', title: 'Fout', detail: 'Fout' }] },
});

/** The server answers nothing of what a screen asks; or cannot be reached. */
function failing(status: number | 'network') {
  const server = fakeServer();
  const known = globalThis.fetch;
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const answer = await known(input, init);
    if (answer.status !== 404) return answer;
    if (status === 'network') throw new TypeError('Failed to fetch');
    return new Response(JSON.stringify(failed(status).document), { status });
  });
  return server;
}

const skeletons = (): number => document.querySelectorAll('#content .skeleton').length;

/** The file of a screen is there first: on a busy machine that takes a while. */
async function loaded(): Promise<void> {
  await waitFor(() => expect(document.querySelector('#content')).toBeTruthy(), { timeout: 5000 });
}

const PARAMS: Readonly<Record<string, string>> = {
  ':id': '1',
  ':submissionId': '1',
  ':token?': 'abc',
  ':slug?': 'over-ons',
};
const SCREENS = ROUTES.filter(({ path }) => !path.startsWith('/test/') && path !== '/uitloggen').map(
  (row) => ({
    path: row.path.replace(/:\w+\??/g, (name) => PARAMS[name] ?? '1'),
  }),
);

/** Without a network each call is tried again for a while, by one client for all screens: some of them are enough. */
const WITHOUT_NETWORK = [
  '/',
  '/vacancies/search',
  '/dashboard',
  '/applications',
  '/sociale-kaart',
  '/nieuws/over-ons',
];

describe.each([500, 'network'] as const)('a server that fails: %s', (status) => {
  const paths = SCREENS.map(({ path }) => path);
  test.each(status === 500 ? paths : paths.filter((path) => WITHOUT_NETWORK.includes(path)))(
    '%s does not stay a skeleton',
    async (path) => {
      await render(path, { as: 'admin', server: failing(status) });
      await loaded();
      // What is asked once the screen stands is asked by now.
      await act(() => new Promise((resolve) => setTimeout(resolve, 60)));
      await waitFor(() => expect(skeletons()).toBe(0), { timeout: 5000 });
    },
  );
});

describe('who is signed in cannot be loaded', () => {
  test.each([
    ['/profile-edit', 500],
    ['/profile-edit/settings', 503],
    ['/profile-edit/periodieke-mail', 'network'],
    ['/profiel', 500],
    ['/dashboard', 503],
  ] as const)('%s says so after %s, and trying again is enough', async (path, status) => {
    const server = fakeServer();
    await render(path, { as: 'volunteer', server });
    const fine = server.known('/api/v1/current_user');
    server.answer('/api/v1/current_user', () => {
      if (status === 'network') throw new TypeError('Failed to fetch');
      return failed(status);
    });
    const { currentUser } = await import('../lib/session/session.ts');
    currentUser.value = null;
    await act(reloadSession);
    const again = await screen.findByRole('button', { name: 'Opnieuw proberen' });
    expect(skeletons()).toBe(0);
    server.answer('/api/v1/current_user', fine);
    server.answer('/api/v1/dashboard', oneOf(wire('dashboards', '7', { hats: [] })));
    await userEvent.click(again);
    await waitFor(() => expect(currentUser.value).not.toBeNull());
  });
});
