import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { rememberLeaving } from '../../lib/session/delete-account.ts';
import { impersonation } from '../../lib/session/session.ts';
import { type FakeAnswer, fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const refused = (status: number, code: string, more = {}): FakeAnswer => ({
  status,
  document: { errors: [{ status: String(status), code, title: code, ...more }] },
});
const sent = (server: ReturnType<typeof fakeServer>, method: string, end: string) =>
  server.calls.find((call) => call.method === method && call.address.endsWith(end));

beforeEach(() => rememberLeaving(null));

test('who is signed in as somebody is not offered what takes that person', async () => {
  await render('/profile-edit/email', { as: 'volunteer' });
  expect(screen.getByLabelText('Nieuw e-mailadres')).toBeTruthy();
  impersonation.value = {
    by: 'Ada de Wit',
    until: '2026-11-21T10:00:00Z',
    reason: 'Meekijken bij een vraag',
  };
  const told = await screen.findAllByText('Dit kan alleen Joke Visser zelf.', { exact: false });
  expect(told).toHaveLength(2);
  expect(screen.queryByLabelText('Nieuw e-mailadres')).toBeNull();
  impersonation.value = null;
});

describe('messages', () => {
  const preference = (kind: string, channel: string, area: string, isMandatory = false) =>
    wire('notification_preferences', `${kind}.${channel}`, {
      kind,
      channel,
      area,
      rate: 'instant',
      is_mandatory: isMandatory,
    });
  const open = async (answer: FakeAnswer) => {
    const server = fakeServer({
      '/api/v1/notification_preferences': listOf([
        preference('application_paused', 'app', 'application'),
        preference('application_paused', 'email', 'application'),
        preference('password_reset', 'email', 'account', true),
        preference('org_to_review', 'email', 'center'),
      ]),
      '/api/v1/sessions': listOf([
        wire('sessions', '1', {
          device: 'Firefox, Windows',
          used_at: '2026-11-21T08:00:00Z',
          created_at: '2026-11-01T08:00:00Z',
          is_current: false,
        }),
        wire('sessions', '2', {
          device: 'Chrome, Android',
          used_at: '2026-11-20T08:00:00Z',
          created_at: '2026-11-02T08:00:00Z',
          is_current: true,
        }),
      ]),
      'PATCH /api/v1/notification_preferences': answer,
      'DELETE /api/v1/sessions/1': { status: 204 },
    });
    await render('/profile-edit/settings', { as: 'volunteer', server });
    return server;
  };
  const choice = () =>
    screen.findByLabelText<HTMLSelectElement>('Per mail: De vacature is tijdelijk offline');

  test('are chosen one by one, and only those that somebody can get', async () => {
    const server = await open({ document: { data: [] } });
    await userEvent.selectOptions(await choice(), 'weekly');
    await waitFor(() => expect(sent(server, 'PATCH', 'notification_preferences')).toBeTruthy());
    expect(sent(server, 'PATCH', 'notification_preferences')?.body).toEqual({
      preferences: [{ kind: 'application_paused', channel: 'email', rate: 'weekly' }],
    });
    expect(screen.queryByLabelText(/Een organisatie wacht/)).toBeNull();
    expect(screen.getByText('1 bericht dat je altijd krijgt')).toBeTruthy();
  });

  test('a choice that could not be kept is taken back', async () => {
    await open(refused(422, 'invalid'));
    await userEvent.selectOptions(await choice(), 'off');
    await waitFor(async () => expect((await choice()).value).toBe('instant'));
    await screen.findByText(/Dat is niet gelukt/);
  });

  test('this device stands first and another one is signed out', async () => {
    const server = await open({ document: { data: [] } });
    const [first] = within(
      await screen.findByText('Dit apparaat').then((each) => each.closest('ul') as HTMLElement),
    ).getAllByRole('listitem');
    expect(first?.textContent).toContain('Chrome, Android');
    await userEvent.click(screen.getByRole('button', { name: 'Uitloggen: Firefox, Windows' }));
    await waitFor(() => expect(screen.queryByText('Firefox, Windows')).toBeNull());
    expect(sent(server, 'DELETE', '/sessions/1')).toBeTruthy();
  });
});

describe('a copy of everything', () => {
  test('is offered under the name the server gives it', async () => {
    URL.createObjectURL = vi.fn(() => 'blob:copy');
    const offered: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      offered.push(this.download);
    });
    const server = fakeServer({
      '/api/v1/consents': listOf([]),
      '/api/v1/sessions': listOf([]),
      '/api/v1/me/data_export': {
        document: { data: null },
        headers: { 'Content-Disposition': 'attachment; filename="mijn-gegevens-2026-11-21.zip"' },
      },
    });
    await render('/account/privacy', { as: 'volunteer', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Mijn gegevens downloaden' }));
    await screen.findByText(/Klaar: mijn-gegevens-2026-11-21.zip/);
    expect(offered).toEqual(['mijn-gegevens-2026-11-21.zip']);
    click.mockRestore();
  });

  test('that cannot be made says so', async () => {
    const server = fakeServer({
      '/api/v1/consents': listOf([]),
      '/api/v1/sessions': listOf([]),
      'POST /api/v1/me/data_export': refused(403, 'forbidden'),
    });
    await render('/account/privacy', { as: 'volunteer', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Link naar mij mailen' }));
    await screen.findByText(/Het maken van de kopie is niet gelukt/);
  });
});

describe('deleting an account', () => {
  const fill = async () => {
    await userEvent.type(await screen.findByLabelText('Je huidige wachtwoord'), 'geheim');
    await userEvent.click(screen.getByLabelText('Ja, ik wil mijn account verwijderen'));
    await userEvent.click(screen.getByRole('button', { name: 'Mijn account verwijderen' }));
  };

  test('is explained to a visitor, who is asked to sign in', async () => {
    await render('/account/verwijderen');
    await heading('Account verwijderen');
    const main = within(screen.getByRole('main'));
    expect(main.getByRole('link', { name: 'Inloggen' }).getAttribute('href')).toContain(
      'next=%2Faccount%2Fverwijderen',
    );
    expect(screen.queryByLabelText('Je huidige wachtwoord')).toBeNull();
  });

  test('is not done before somebody says they are sure', async () => {
    const server = fakeServer();
    await render('/account/verwijderen', { as: 'volunteer', server });
    await userEvent.type(await screen.findByLabelText('Je huidige wachtwoord'), 'geheim');
    await userEvent.click(screen.getByRole('button', { name: 'Mijn account verwijderen' }));
    await screen.findAllByText(/Zet een vinkje als je het zeker weet/);
    expect(sent(server, 'POST', '/me/erasure')).toBeUndefined();
  });

  test('signs out and says until when there is a way back', async () => {
    const server = fakeServer({
      'POST /api/v1/me/erasure': {
        status: 202,
        document: { data: null, meta: { erase_after: '2026-12-21T08:00:00Z' } },
      },
      'DELETE /auth/sign_out': { status: 204 },
    });
    await render('/account/verwijderen', { as: 'volunteer', server });
    await fill();
    await heading('Je account is gesloten');
    expect(screen.getByText(/Op 21 december 2026 wissen we je gegevens/)).toBeTruthy();
    expect(sent(server, 'POST', '/me/erasure')?.body).toEqual({ current_password: 'geheim' });
  });

  test('names what nobody else looks after', async () => {
    const server = fakeServer({
      'POST /api/v1/me/erasure': refused(422, 'last_superuser', {
        meta: { sole_manager_of: [{ type: 'organizations', id: '4', name: 'Taalhuis' }] },
      }),
    });
    await render('/account/verwijderen', { as: 'organization', server });
    await fill();
    expect((await screen.findByRole('link', { name: 'Taalhuis' })).getAttribute('href')).toBe(
      '/organizations/4',
    );
  });

  test('says so before anything is asked, and asks nothing that would be refused', async () => {
    const server = fakeServer({
      'GET /api/v1/me/erasure': {
        document: {
          data: null,
          meta: { sole_manager_of: [{ type: 'organizations', id: '4', name: 'Taalhuis' }] },
        },
      },
    });
    await render('/account/verwijderen', { as: 'organization', server });
    expect((await screen.findByRole('link', { name: 'Taalhuis' })).getAttribute('href')).toBe(
      '/organizations/4',
    );
    expect(screen.queryByLabelText('Je huidige wachtwoord')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Mijn account verwijderen' })).toBeNull();
  });

  test('the goodbye is only for who just left', async () => {
    await render('/profiel/verwijderd');
    await heading('Inloggen');
  });
});
