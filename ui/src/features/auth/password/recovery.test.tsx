import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { setPassword } from '../../../lib/session/account.ts';
import { credentials } from '../../../lib/session/session.ts';
import { type FakeAnswer, fakeServer, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { typedEmail } from '../typed-email.ts';

const refused = (status: number, code: string, more = {}): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, title: code, ...more }] },
});

/** The link still sets a password. */
const linkIs = (link: string) => ({
  'PUT /auth/password/link': { status: 200, document: { data: null, meta: { link } } },
});
const FINE_LINK = linkIs('valid');
const GOOD = 'paarse fiets zingt onder water';
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('a forgotten password', () => {
  test('is asked for with the address that was typed at signing in, and the answer tells nothing', async () => {
    typedEmail.value = 'joke@example.org';
    const server = fakeServer({ 'POST /auth/password': { status: 202, document: { data: null } } });
    await render('/auth/recover', { server });
    expect(screen.getByLabelText<HTMLInputElement>('E-mailadres').value).toBe('joke@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Link sturen' }));
    await heading('Kijk in je mail');
    expect(screen.getByText(/Heb je een account met joke@example.org\?/)).toBeTruthy();
    expect(server.calls.at(-1)?.body).toEqual({ email: 'joke@example.org' });
  });

  test('keeps what was typed when the server cannot be reached', async () => {
    typedEmail.value = '';
    const server = fakeServer({ 'POST /auth/password': refused(500, 'internal') });
    await render('/auth/recover', { server });
    await userEvent.type(screen.getByLabelText('E-mailadres'), 'joke@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Link sturen' }));
    await screen.findByRole('alert');
    expect(screen.getByLabelText<HTMLInputElement>('E-mailadres').value).toBe('joke@example.org');
  });
});

describe('a new password', () => {
  async function choose(answer: FakeAnswer) {
    const server = fakeServer({ ...FINE_LINK, 'PUT /auth/password': answer });
    await render('/auth/reset?token=abc', { server });
    await userEvent.type(screen.getByLabelText('Nieuw wachtwoord'), GOOD);
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord opslaan' }));
    return server;
  }

  test('by the link of a letter, and then one signs in', async () => {
    const server = await choose(oneOf(wire('users', '7')));
    await heading('Je wachtwoord is gewijzigd');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Inloggen' }).getAttribute('href')).toBe('/auth/login-1');
    const sent = server.calls.find(
      ({ method, address }) => method === 'PUT' && address.endsWith('/auth/password'),
    );
    expect(sent?.body).toEqual({ password: GOOD, password_confirmation: GOOD, reset_password_token: 'abc' });
    expect(sent?.headers.get('uid')).toBeNull();
  });

  test('for who has just confirmed an address that several forms named, it is the first', async () => {
    const server = fakeServer({ ...FINE_LINK, 'PUT /auth/password': oneOf(wire('users', '7')) });
    await render('/auth/reset?first&token=abc', { server });
    await heading('Kies je wachtwoord');
    await userEvent.type(screen.getByLabelText('Nieuw wachtwoord'), GOOD);
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord opslaan' }));
    await heading('Je account is klaar');
  });

  test.each([
    [410, 'link_used', 'Deze link is al gebruikt'],
    [410, 'link_expired', 'Deze link werkt niet meer'],
    [404, 'not_found', 'Deze link klopt niet'],
  ])('%i %s: %s', async (status, code, title) => {
    await choose(refused(status, code));
    await heading(title);
    expect(screen.getByRole('link', { name: 'Nieuwe link aanvragen' }).getAttribute('href')).toBe(
      '/auth/recover',
    );
  });

  test.each([
    ['expired', 'Deze link werkt niet meer'],
    ['used', 'Deze link is al gebruikt'],
  ])('is not thought up for a link that no longer holds: %s', async (link, title) => {
    const server = fakeServer(linkIs(link));
    await render('/auth/reset?token=abc', { server });
    await heading(title);
    expect(screen.queryByLabelText('Nieuw wachtwoord')).toBeNull();
    expect(server.calls.at(-1)?.body).toEqual({ reset_password_token: 'abc' });
  });

  test('can be chosen while the link cannot be looked at', async () => {
    const server = fakeServer({ 'PUT /auth/password/link': refused(500, 'internal') });
    await render('/auth/reset?token=abc', { server });
    await waitFor(() => expect(server.calls.some(({ address }) => address.endsWith('/link'))).toBe(true));
    expect(screen.getByLabelText('Nieuw wachtwoord')).toBeTruthy();
  });

  test('that the server refuses is said at the field, and stays', async () => {
    const detail = 'Dit wachtwoord staat op een lijst van gelekte wachtwoorden.';
    await choose(refused(422, 'leaked', { detail, source: { pointer: '/data/attributes/password' } }));
    expect(await screen.findAllByText(new RegExp(detail))).not.toHaveLength(0);
    expect(screen.getByLabelText<HTMLInputElement>('Nieuw wachtwoord').value).toBe(GOOD);
  });

  test('without a link and without being signed in there is nothing to change', async () => {
    await render('/auth/reset');
    await heading('Deze link is niet compleet');
  });

  test('of who is signed in takes the old one', async () => {
    const server = fakeServer({ 'PUT /auth/password': oneOf(wire('users', '7')) });
    await render('/auth/reset', { as: 'volunteer', server });
    await heading('Wachtwoord wijzigen');
    await userEvent.type(screen.getByLabelText('Je huidige wachtwoord'), 'het oude');
    await userEvent.type(screen.getByLabelText('Nieuw wachtwoord'), GOOD);
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord opslaan' }));
    await heading('Je wachtwoord is gewijzigd');
    const sent = server.calls.find(
      ({ method, address }) => method === 'PUT' && address.endsWith('/auth/password'),
    );
    expect(sent?.body).toEqual({ password: GOOD, password_confirmation: GOOD, current_password: 'het oude' });
    expect(sent?.headers.get('uid')).toBe('somebody@example.org');
  });

  test('of who is signed in is not set without the old one', async () => {
    const server = fakeServer({ 'PUT /auth/password': oneOf(wire('users', '7')) });
    await render('/auth/reset', { as: 'volunteer', server });
    await heading('Wachtwoord wijzigen');
    await userEvent.type(screen.getByLabelText('Nieuw wachtwoord'), GOOD);
    await userEvent.click(screen.getByRole('button', { name: 'Wachtwoord opslaan' }));
    expect(screen.getByLabelText('Je huidige wachtwoord').getAttribute('aria-invalid')).toBe('true');
    expect(server.calls.some((call) => call.method === 'PUT')).toBe(false);
  });

  test('needs a link or who is signed in', async () => {
    credentials.value = null;
    await expect(setPassword({ password: GOOD })).rejects.toThrow(
      'You must provide either the uid, client and accessToken or the resetPasswordToken',
    );
  });
});

describe('the letter that confirms an address', () => {
  test('is sent again from the sign-in screen', async () => {
    typedEmail.value = '';
    const server = fakeServer({
      'POST /auth/sign_in': refused(401, 'unconfirmed'),
      'POST /auth/confirmation': { status: 202, document: { data: null } },
    });
    await render('/auth/login-1', { server });
    await userEvent.type(screen.getByLabelText('E-mailadres'), 'joke@example.org');
    await userEvent.type(screen.getByLabelText('Wachtwoord'), 'een lang wachtwoord');
    await userEvent.click(screen.getByRole('button', { name: 'Inloggen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Mail opnieuw sturen' }));
    await screen.findByText('We hebben een nieuwe mail gestuurd naar joke@example.org.');
    expect(server.calls.at(-1)?.body).toEqual({ email: 'joke@example.org' });
  });

  test('is sent again after a reload of the screen after sign-up, once the address is typed', async () => {
    typedEmail.value = '';
    const server = fakeServer({ 'POST /auth/confirmation': { status: 202, document: { data: null } } });
    await render('/signup/success', { server });
    await userEvent.type(screen.getByLabelText('E-mailadres'), 'joke@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Mail opnieuw sturen' }));
    await waitFor(() => expect(screen.getByText(/nieuwe mail gestuurd/)).toBeTruthy());
  });
});
