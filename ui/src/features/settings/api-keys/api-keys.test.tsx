import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const PATH = '/instellingen/sleutels';
const SECRET = 'vk_1234567890abcdefghijklmnopqrstuvwxyzABCDEFG';

function key(id: string, attributes: Record<string, unknown>) {
  const row = wire('api_keys', id, {
    name: 'Nachtelijke import',
    scopes: ['read_public'],
    organization_id: null,
    prefix: 'vk_12345678',
    state: 'active',
    created_at: '2026-11-01T10:00:00Z',
    expires_at: '2027-11-21T22:59:59Z',
    last_used_at: null,
    revoked_at: null,
    ...attributes,
  });
  return { ...row, meta: { can: ['manage'], transitions: [] } };
}

function serverWith(rows: ReturnType<typeof key>[]) {
  const list = listOf(rows);
  const server = fakeServer();
  server.answer('/api/v1/api_keys', {
    document: {
      ...(list.document as object),
      meta: { total: rows.length, page: 1, size: 100, pages: 1, can: ['create'] },
    },
  });
  return server;
}

const made = (method: string) => (call: { method: string }) => call.method === method;

test('a centre sees what each key may do, when it was used and until when it works, and revokes one', async () => {
  const server = serverWith([
    key('1', { last_used_at: '2026-11-20T04:00:00Z' }),
    key('2', { name: 'Oud systeem', state: 'revoked', revoked_at: '2026-11-02T10:00:00Z' }),
    key('3', { name: 'Archief', state: 'suspended', scopes: ['write_vacancies'] }),
  ]);
  server.answer('PUT /api/v1/api_keys/1/revoke', oneOf(key('1', { state: 'revoked' })));
  await render(PATH, { as: 'admin', server });
  expect(await screen.findByText(/Laatst gebruikt op/)).toBeTruthy();
  expect(screen.getAllByText(/Werkt tot en met/)).toHaveLength(2);
  expect(screen.getByText('Ingetrokken')).toBeTruthy();
  expect(screen.getByText('Werkt nu niet')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Sleutel van Oud systeem intrekken' })).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Sleutel van Nachtelijke import intrekken' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(server.calls.some(made('PUT'))).toBe(false);
  await userEvent.click(dialog.getByRole('button', { name: 'Intrekken' }));
  await waitFor(() => expect(server.calls.some(made('PUT'))).toBe(true));
});

test('a new key is shown once, with its copy button and a warning', async () => {
  const server = serverWith([]);
  const answer = oneOf(key('4', {}));
  server.answer('POST /api/v1/api_keys', {
    ...answer,
    document: { ...(answer.document as object), meta: { secret: SECRET } },
  });
  await render(PATH, { as: 'admin', server });
  expect(await screen.findByText('Er zijn nog geen sleutels')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Sleutel maken' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Naam'), 'Nachtelijke import');
  // One organisation is asked for what is about one alone.
  expect(dialog.queryByRole('combobox', { name: 'Organisatie' })).toBeNull();
  await userEvent.click(dialog.getByLabelText('Vacatures van één organisatie plaatsen en wijzigen'));
  expect(dialog.getByRole('combobox', { name: 'Organisatie' })).toBeTruthy();
  await userEvent.click(dialog.getByLabelText('Vacatures van één organisatie plaatsen en wijzigen'));
  await userEvent.click(dialog.getByLabelText('Lezen wat iedereen op de website ziet'));
  await userEvent.type(dialog.getByLabelText('Laatste dag'), '2027-11-21');
  await userEvent.type(dialog.getByLabelText('Je huidige wachtwoord'), 'paard batterij nietje');
  await userEvent.click(dialog.getByRole('button', { name: 'Sleutel maken' }));
  const shown = await screen.findByLabelText('Sleutel');
  expect((shown as HTMLInputElement).value).toBe(SECRET);
  expect(screen.getByText(/We tonen hem maar één keer/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Sleutel kopiëren' })).toBeTruthy();
  expect(server.calls.find(made('POST'))?.body).toMatchObject({
    data: {
      type: 'api_key_forms',
      attributes: {
        name: 'Nachtelijke import',
        scopes: ['read_public'],
        expires_on: '2027-11-21',
        current_password: 'paard batterij nietje',
      },
    },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Ik heb de sleutel bewaard' }));
  expect(screen.queryByLabelText('Sleutel')).toBeNull();
});
