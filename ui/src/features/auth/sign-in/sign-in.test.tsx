import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../api/client.ts';
import { credentials, isSignedIn, reloadSession } from '../../../lib/session/session.ts';
import { type FakeServer, fakeServer } from '../../../testing/fake-server.ts';
import { letIn } from '../../../testing/people.ts';
import { render } from '../../../testing/render.tsx';
import { signUpAttributes } from '../sign-up/sign-up-page.tsx';
import { typedEmail } from '../typed-email.ts';
import { signInProblem } from './sign-in-problem.ts';

const refused = (code: string, status: number, meta = {}) => ({
  status,
  document: { errors: [{ status: String(status), code, title: code, meta }] },
});

async function signIn(server: FakeServer, address = '/auth/login-1') {
  typedEmail.value = '';
  await render(address, { server });
  await userEvent.type(await screen.findByLabelText('E-mailadres'), 'joke@example.org');
  await userEvent.type(screen.getByLabelText('Wachtwoord'), 'een lang wachtwoord');
  await userEvent.click(screen.getByRole('button', { name: 'Inloggen' }));
}

describe('signing in', () => {
  test.each([
    ['invalid_credentials', 401, 'Dit e-mailadres en wachtwoord horen niet bij elkaar.'],
    ['unconfirmed', 401, 'Je e-mailadres is nog niet bevestigd.'],
    ['account_inactive', 401, 'Dit account is niet meer actief.'],
    ['rate_limited', 429, 'Je kunt over 10 minuten weer inloggen.'],
  ])('%s is said in words that help', async (code, status, words) => {
    await signIn(fakeServer({ 'POST /auth/sign_in': refused(code, status) }));
    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(screen.getByLabelText<HTMLInputElement>('E-mailadres').value).toBe('joke@example.org');
    expect(isSignedIn.value).toBe(false);
  });

  test('the button stays under a finger that presses twice: the sentence goes only when there is an answer', async () => {
    const server = fakeServer({ 'POST /auth/sign_in': refused('invalid_credentials', 401) });
    await signIn(server);
    const first = await screen.findByRole('alert');
    let answer: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      answer = resolve;
    });
    server.answer('POST /auth/sign_in', () => waiting.then(() => refused('invalid_credentials', 401)));
    await userEvent.click(screen.getByRole('button', { name: 'Inloggen' }));
    expect(first.isConnected).toBe(true);
    answer();
    // The same again is heard again.
    await waitFor(() => expect(first.isConnected).toBe(false));
    expect(screen.getByRole('alert').textContent).toContain('horen niet bij elkaar');
  });

  test('who closed their account is told of the way back, and a sleeping one is woken', async () => {
    const closed = { status: 'archived', restore_until: '2026-12-21T09:00:00Z' };
    await signIn(fakeServer({ 'POST /auth/sign_in': refused('account_inactive', 401, closed) }));
    const told = (await screen.findByRole('alert')).textContent;
    expect(told).toContain('Tot 21 december 2026 kun je terug.');
    cleanup();
    const asleep = { status: 'inactive', restore_until: null };
    await signIn(fakeServer({ 'POST /auth/sign_in': refused('account_inactive', 401, asleep) }));
    const link = await screen.findByRole('link', { name: 'Nieuw wachtwoord kiezen' });
    expect(link.getAttribute('href')).toBe('/auth/recover');
  });

  test('on the wrong site the way to the right one is shown', async () => {
    const answer = refused('wrong_center', 403, { url: 'roermond.example.org' });
    await signIn(fakeServer({ 'POST /auth/sign_in': answer }));
    const link = await screen.findByRole('link', { name: 'Naar de goede website' });
    expect(link.getAttribute('href')).toBe('https://roermond.example.org/auth/login-1');
  });

  test.each([
    ['/auth/login-1?next=%2Fsignup', '/signup'],
    ['/inloggen', '/dashboard'],
    ['/auth/login-1?next=%2F%2Fevil.example', '/'],
  ])('from %s it goes on to %s, never outside', async (address, next) => {
    const server = fakeServer({
      'POST /auth/sign_in': { document: {}, headers: { client: 'c', uid: 'joke@example.org' } },
    });
    letIn(server, 'volunteer');
    await signIn(server, address);
    await waitFor(() => expect(location.pathname).toBe(next));
  });

  test('everybody begins with what waits for them', async () => {
    const server = fakeServer({
      'POST /auth/sign_in': { document: {}, headers: { client: 'c', uid: 'joke@example.org' } },
    });
    letIn(server, 'organization');
    await signIn(server);
    await waitFor(() => expect(location.pathname).toBe('/dashboard'));
  });

  test('no connection is no wrong password', () => {
    expect(signInProblem(new ApiError(0, {}, new Headers())).name).toBe('offline');
    expect(signInProblem(new ApiError(401, {}, new Headers())).name).toBe('invalid_credentials');
    expect(signInProblem(new ApiError(500, {}, new Headers())).name).toBe('failed');
  });

  test('where the right centre has no address of its own, the way leads to where it is chosen', async () => {
    const elsewhere = refused('wrong_center', 403, { center_name: 'Meedoen in Waardenburg' });
    await signIn(fakeServer({ 'POST /auth/sign_in': elsewhere }));
    const way = await screen.findByRole('link', { name: 'Naar Meedoen in Waardenburg' });
    expect(way.getAttribute('href')).toBe('/switch');
  });

  test('an address that is no site is not linked', () => {
    const document = { errors: [{ code: 'wrong_center', meta: { url: 'javascript:alert(1)' } }] };
    expect(signInProblem(new ApiError(403, document, new Headers())).href).toBeNull();
  });
});

test('signing out ends here even when the server cannot be reached', async () => {
  const server = fakeServer({ 'DELETE /auth/sign_out': { status: 404 } });
  await render('/uitloggen', { as: 'volunteer', server });
  await waitFor(() => expect(location.pathname).toBe('/'));
  expect(credentials.value).toBeNull();
  expect(await screen.findByText('Je bent uitgelogd')).toBeTruthy();
});

test('who was thrown out reads why where they sign in again', async () => {
  const over = { status: 401, document: { errors: [{ code: 'session_expired', title: 'x' }] } };
  const server = fakeServer({ 'DELETE /auth/sign_out': { status: 204 } });
  const { router } = await render('/applications', { as: 'volunteer', server });
  server.answer('/api/v1/current_user', over);
  server.answer('/api/v1/current_organizations', over);
  await reloadSession();
  await router.revalidate();
  await waitFor(() => expect(location.pathname + location.search).toBe('/auth/login-1?next=%2Fapplications'));
  expect(await screen.findByText('op een ander apparaat uitgelogd', { exact: false })).toBeTruthy();
});

describe('making an account', () => {
  test('what is sent is trimmed, and an empty phone number is left out', () => {
    const attributes = signUpAttributes({
      firstName: ' Joke ',
      lastName: 'Visser',
      email: ' joke@example.org ',
      phoneNumber: '',
      password: ' spaties horen erbij ',
      acceptTerms: true,
    });
    expect(attributes).toEqual({
      firstName: 'Joke',
      lastName: 'Visser',
      email: 'joke@example.org',
      password: ' spaties horen erbij ',
      passwordConfirmation: ' spaties horen erbij ',
      acceptTerms: true,
      locale: 'nl',
    });
  });
});
