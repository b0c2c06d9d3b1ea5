import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { credentials, sessionStatus } from '../../../lib/session/session.ts';
import { type FakeServer, fakeServer, oneOf, wire } from '../../../testing/fake-server.ts';
import { letIn } from '../../../testing/people.ts';
import { render } from '../../../testing/render.tsx';
import { typedEmail } from '../typed-email.ts';

const asked = (isSetUp: boolean, methods: string[]) => ({ is_set_up: isSetUp, methods });
const CODES = Array.from({ length: 10 }, (_, at) => `aaaa-bbb${at}`);

/** A server on which the password was right and the second step is still to come. */
function halfServer(meta: object): FakeServer {
  const needed = { status: 403, document: { errors: [{ code: 'second_factor_needed', meta: { ...meta } }] } };
  return fakeServer({
    'POST /auth/sign_in': {
      document: { meta: { second_factor: meta } },
      headers: { client: 'c', uid: 'ada@example.org' },
    },
    '/api/v1/current_user': needed,
    '/api/v1/current_organizations': needed,
    '/auth/second_factor': oneOf(wire('second_factors', 'current', { is_verified: true })),
  });
}

async function signIn(server: FakeServer) {
  typedEmail.value = '';
  await render('/auth/login-1?next=%2Fprivacy', { server });
  await userEvent.type(screen.getByLabelText('E-mailadres'), 'ada@example.org');
  await userEvent.type(screen.getByLabelText('Wachtwoord'), 'een lang wachtwoord');
  await userEvent.click(screen.getByRole('button', { name: 'Inloggen' }));
  await waitFor(() => expect(location.pathname).toBe('/auth/token'));
}

describe('the second step', () => {
  test('comes after the password, and then one is where one wanted to be', async () => {
    const server = halfServer(asked(true, ['totp', 'recovery_code']));
    await signIn(server);
    expect(location.search).toBe('?next=%2Fprivacy');
    server.answer('PUT /auth/second_factor', { document: { data: null } });
    letIn(server, 'admin');
    await userEvent.type(await screen.findByLabelText('Code van 6 cijfers'), '123 456');
    await userEvent.click(screen.getByRole('button', { name: 'Verdergaan' }));
    await waitFor(() => expect(location.pathname).toBe('/privacy'));
    expect(server.calls.find((call) => call.method === 'PUT')?.body).toEqual({ code: '123456' });
    expect(sessionStatus.value).toBe('success');
  });

  test('a wrong code is said at the field, and may be typed again', async () => {
    const server = halfServer(asked(true, ['totp']));
    await signIn(server);
    server.answer('PUT /auth/second_factor', {
      status: 422,
      document: {
        errors: [
          {
            code: 'invalid_code',
            detail: 'Deze code klopt niet.',
            source: { pointer: '/data/attributes/code' },
          },
        ],
      },
    });
    const field = await screen.findByLabelText<HTMLInputElement>('Code van 6 cijfers');
    await userEvent.type(field, '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Verdergaan' }));
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
    expect(field.value).toBe('123456');
    expect(field.autocomplete).toBe('one-time-code');
  });

  test('with a code that was kept', async () => {
    const server = halfServer(asked(true, ['totp', 'recovery_code']));
    await signIn(server);
    await userEvent.click(await screen.findByRole('button', { name: 'Ik heb mijn telefoon niet bij me' }));
    server.answer('PUT /auth/second_factor', { document: { data: null } });
    letIn(server, 'admin');
    await userEvent.type(screen.getByLabelText('Herstelcode'), ' aaaa-bbb1 ');
    await userEvent.click(screen.getByRole('button', { name: 'Verdergaan' }));
    await waitFor(() => expect(location.pathname).toBe('/privacy'));
    expect(server.calls.find((call) => call.method === 'PUT')?.body).toEqual({ recovery_code: 'aaaa-bbb1' });
  });

  test('is set up by who must have one: a key, a code, and codes that are shown once', async () => {
    const server = halfServer(asked(false, []));
    server.answer('POST /auth/second_factor', {
      status: 201,
      document: {
        data: wire('second_factors', 'current', {
          secret: 'JBSWY3DPEHPK3PXP',
          otpauth_url: 'otpauth://totp/x',
          qr_svg: '<svg xmlns="http://www.w3.org/2000/svg"/>',
        }),
      },
    });
    await signIn(server);
    await screen.findByText('JBSW Y3DP EHPK 3PXP');
    server.answer(
      'PUT /auth/second_factor',
      oneOf(wire('second_factors', 'current', { recovery_codes: CODES })),
    );
    await userEvent.type(screen.getByLabelText('Code van 6 cijfers'), '123456');
    await userEvent.click(screen.getByRole('button', { name: 'Aanzetten' }));
    for (const code of CODES) await screen.findByText(code);
    await userEvent.click(screen.getByRole('button', { name: 'Ik heb ze bewaard' }));
    // Nothing was kept yet: once more.
    await userEvent.click(await screen.findByRole('button', { name: 'Ja, ik heb ze overgeschreven' }));
    await screen.findByRole('heading', { level: 1, name: 'Inloggen in twee stappen staat aan' });
    letIn(server, 'admin');
    await userEvent.click(screen.getByRole('button', { name: 'Verdergaan' }));
    await waitFor(() => expect(location.pathname).toBe('/privacy'));
  });

  test('that is asked in the middle of the work comes at once', async () => {
    const server = fakeServer();
    const { router } = await render('/applications', { as: 'admin', server });
    sessionStatus.value = 'half';
    await router.revalidate();
    await waitFor(() => expect(location.pathname + location.search).toBe('/auth/token?next=%2Fapplications'));
    expect(credentials.value).not.toBeNull();
  });
});
