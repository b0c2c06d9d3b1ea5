// The screens of people: who is listed, what may be done, and what is asked first.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { menu } from '../../lib/session/session.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { changes, toForm } from './edit/person-fields.tsx';
import { loadOrganizationChoices, takeStep } from './list/list.store.ts';

const person = (id: string, name: string, meta: { can?: string[]; transitions?: string[] } = {}, more = {}) =>
  wire(
    'users',
    id,
    {
      first_name: name,
      last_name: 'Bos',
      full_name: `${name} Bos`,
      email: `${name.toLowerCase()}@example.org`,
      status: 'active',
      signup_method: 'signedUp',
      locale: 'nl',
      created_at: '2026-01-05T10:00:00Z',
      last_sign_in_at: null,
      ...more,
    },
    { meta },
  );

function server() {
  const answers = fakeServer();
  answers.answer(
    '/api/v1/users',
    listOf(
      [
        person('1', 'Anna', { can: ['update'], transitions: ['archive'] }),
        person('2', 'Bram', { transitions: ['archive'] }),
      ],
      { meta: { can: ['create'] } },
    ),
  );
  answers.answer('/api/v1/organizations', listOf([]));
  return answers;
}

test('a list says how many it holds, and its filters go to the server', async () => {
  const { server: asked } = await render('/users?status=invited&role=x&q=an', {
    as: 'admin',
    server: server(),
  });
  expect(await screen.findByText('2 mensen')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Iemand toevoegen' })).toBeTruthy();
  const call = asked.calls.find(
    ({ address }) => address.startsWith('/api/v1/users?') && address.includes('include'),
  );
  expect(call?.address).toContain('filter[status_eq]=invited');
  expect(call?.address).toContain('filter[with_role]=x');
  expect(call?.address).toContain('filter[q]=an');
});

test('closing several accounts is tried first, and says how many it will be', async () => {
  const answers = server();
  answers.answer('PATCH /api/v1/users/bulk', ({ body }) => ({
    document: {
      data: [
        { type: 'users', id: '1', meta: { is_done: true, error: null } },
        {
          type: 'users',
          id: '2',
          meta: { is_done: false, error: { detail: 'Geef het beheer eerst aan iemand anders.' } },
        },
      ].filter(({ id }) => (body as { ids: string[] }).ids.includes(id)),
    } as never,
  }));
  await render('/users', { as: 'admin', server: answers });
  await screen.findByText('2 mensen');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Kiezen: Anna Bos' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Kiezen: Bram Bos' }));
  fireEvent.click(
    within(screen.getByRole('group', { name: '2 gekozen' })).getByRole('button', { name: 'Account sluiten' }),
  );
  const confirm = await screen.findByRole('button', { name: '1 account sluiten' });
  expect(screen.getByText('Bram Bos: Geef het beheer eerst aan iemand anders.')).toBeTruthy();
  const bodies = () => answers.calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(bodies()).toEqual([{ ids: ['1', '2'], event: 'archive', dry_run: true }]);
  fireEvent.click(confirm);
  expect(await screen.findAllByText(/Waarom sluit je dit account/)).not.toHaveLength(0);
  expect(bodies()).toHaveLength(1);
  fireEvent.change(screen.getByRole('combobox', { name: /Waarom/ }), { target: { value: 'duplicate' } });
  fireEvent.click(confirm);
  await waitFor(() => expect(bodies()).toHaveLength(2));
  expect(bodies()[1]).toEqual({
    ids: ['1'],
    event: 'archive',
    dry_run: false,
    reason_code: 'duplicate',
    reason: '',
  });
});

test('nothing can be chosen where no step is possible', async () => {
  const answers = fakeServer();
  answers.answer('/api/v1/users', listOf([person('1', 'Anna')]));
  await render('/users?status=archived', { as: 'admin', server: answers });
  await screen.findByText('1 persoon');
  expect(screen.queryByRole('checkbox', { name: 'Kiezen: Anna Bos' })).toBeNull();
});

test('who has no such menu is told that the screen is not theirs', async () => {
  await render('/users', { as: 'volunteer', server: server() });
  await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  expect(await screen.findByRole('heading', { level: 1 })).not.toHaveProperty('textContent', 'Mensen');
});

test('a person is shown with who gave which role, and only with the buttons that the server allows', async () => {
  const answers = server();
  answers.answer(
    '/api/v1/users/1',
    oneOf(
      {
        ...person('1', 'Anna', { can: ['update'] }),
        relationships: { roles: { data: [{ type: 'roles', id: '8' }] }, organizations: { data: [] } },
      },
      {
        included: [
          wire('roles', '8', {
            name: 'volunteer',
            scope_type: 'volunteer_center',
            scope_id: 1,
            scope_name: 'Lindewaard',
            granted_by_name: 'Marieke Bos',
            granted_at: '2026-02-01T10:00:00Z',
            accepted_at: '2026-02-02T10:00:00Z',
            expires_at: null,
            user_id: '1',
          }),
        ],
        meta: { grantable: [] },
      },
    ),
  );
  await render('/users/1', { as: 'admin', server: answers });
  expect(await screen.findByText('Gegeven door Marieke Bos, sinds 2 februari 2026.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Wijzigen' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Verwijderen/ })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Rol geven' })).toBeNull();
  // Notes are no matter of somebody to whom the server gives none.
  expect(screen.queryByText('Notities van het vrijwilligerspunt')).toBeNull();
});

test('only what changed is sent, and a number as people write it is no change', () => {
  const user = {
    firstName: 'Anna',
    lastName: 'Bos',
    phoneNumber: '+31612345678',
    jobTitle: null,
    gender: null,
    birthDate: null,
    locale: 'nl',
    canExport: false,
  } as never;
  const before = toForm(user);
  expect(before.phoneNumber).toBe('06 - 12 34 56 78');
  expect(changes(before, before)).toEqual({});
  expect(changes(before, { ...before, lastName: ' Dam ', phoneNumber: '' })).toEqual({
    lastName: 'Dam',
    phoneNumber: null,
  });
});

test('who was asked and has not answered can be asked again, and the question taken back', async () => {
  const answers = server();
  const row = (id: string, email: string, more = {}) =>
    wire(
      'role_invitations',
      id,
      {
        email,
        role: 'x',
        scope_type: 'organization',
        scope_id: '1',
        scope_name: 'Taalhuis',
        state: 'sent',
        sent_by_name: 'Samira',
        expires_at: '2026-12-05T09:00:00Z',
        created_at: '2026-11-21T09:00:00Z',
        ...more,
      },
      { meta: { can: ['delete', 'invite'] } },
    );
  answers.answer(
    '/api/v1/role_invitations',
    listOf([row('7', 'noor@example.org'), row('8', 'wim@example.org', { state: 'expired' })]),
  );
  answers.answer('POST /api/v1/role_invitations/8/resend', oneOf(row('8', 'wim@example.org')));
  answers.answer('DELETE /api/v1/role_invitations/7', { status: 204 });
  const { server: asked } = await render('/users?status=asked', { as: 'admin', server: answers });
  expect(await screen.findByText('2 uitnodigingen staan open')).toBeTruthy();
  expect(screen.getByText('Verlopen op 5 dec')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Meer acties voor wim@example.org' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Opnieuw uitnodigen' }));
  await waitFor(() => expect(asked.calls.some(({ address }) => address.endsWith('/8/resend'))).toBe(true));
  fireEvent.click(screen.getByRole('button', { name: 'Meer acties voor noor@example.org' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Uitnodiging intrekken' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Uitnodiging intrekken' }));
  await waitFor(() =>
    expect(
      asked.calls.some(
        ({ method, address }) => method === 'DELETE' && address.includes('/role_invitations/7'),
      ),
    ).toBe(true),
  );
});

test('a step for many that a broken connection cuts off says what was done and what was not', async () => {
  const answers = fakeServer();
  const bodies: { ids: string[] }[] = [];
  answers.answer('PATCH /api/v1/users/bulk', ({ body }) => {
    const { ids } = body as { ids: string[] };
    bodies.push({ ids });
    if (bodies.length > 1) return { status: 422, document: { errors: [{ status: '422', code: 'x' }] } };
    return {
      document: { data: ids.map((id) => ({ type: 'users', id, meta: { is_done: true } })) } as never,
    };
  });
  const ids = Array.from({ length: 250 }, (_, at) => String(at + 1));
  const outcome = await takeStep(ids, 'archive', false);
  expect(outcome.done).toBe(200);
  expect(outcome.refused.map(({ id }) => id)).toEqual(ids.slice(200));
  // Where nothing was done at all, or one only looked, it failed.
  await expect(takeStep(ids, 'archive', false)).rejects.toThrow();
  await expect(takeStep(ids, 'archive', true)).rejects.toThrow();
});

test('a centre of many organisations still chooses one of them to filter by', async () => {
  const answers = server();
  await render('/users', { as: 'admin', server: answers });
  menu.value = ['users', 'organizations_approve'];
  answers.answer('/api/v1/organizations', ({ address }) => {
    const page = Number(new URL(address, 'http://x').searchParams.get('page[number]') ?? 1);
    const rows = Array.from({ length: page === 3 ? 40 : 100 }, (_, at) =>
      wire('organizations', String(page * 1000 + at), { name: `Club ${page}-${at}` }),
    );
    return listOf(rows, { meta: { total: 240 } });
  });
  const organizationChoices = { value: await loadOrganizationChoices('') };
  expect(organizationChoices.value).toHaveLength(240);
});

test('past the last page the list goes on where it ends', async () => {
  const answers = server();
  const page = listOf([person('1', 'Anna')], { meta: { total: 21, pages: 2 } });
  answers.answer('/api/v1/users', ({ address }) =>
    address.includes('page[number]=9') ? listOf([], { meta: { total: 21, pages: 2 } }) : page,
  );
  await render('/users?page=9', { as: 'admin', server: answers });
  expect(await screen.findByText('Anna Bos')).toBeTruthy();
  expect(location.search).toBe('?page=2');
});

test('whoever has an account already is shown to who adds them', async () => {
  const answers = server();
  answers.answer('/api/v1/current_user', oneOf(person('9', 'Marieke'), { meta: { grantable: [] } }));
  answers.answer('POST /api/v1/users', {
    status: 422,
    document: { errors: [{ status: '422', code: 'already_invited', meta: { user_id: '1' } }] },
  });
  answers.answer('/api/v1/users/1', oneOf(person('1', 'Anna')));
  await render('/users/add', { as: 'admin', server: answers });
  fireEvent.change(await screen.findByLabelText('Voornaam'), { target: { value: 'Anna' } });
  fireEvent.change(screen.getByLabelText('Achternaam'), { target: { value: 'Bos' } });
  fireEvent.change(screen.getByLabelText('E-mailadres'), { target: { value: 'anna@example.org' } });
  fireEvent.click(screen.getByRole('button', { name: 'Toevoegen' }));
  expect(await screen.findByText('anna@example.org heeft al een account')).toBeTruthy();
  await waitFor(() => expect(location.pathname).toBe('/users/1'));
});

test('all who were asked are asked again at once, and whom that fails for stays chosen', async () => {
  const answers = server();
  const row = (id: string) =>
    wire(
      'role_invitations',
      id,
      {
        email: `${id}@example.org`,
        role: 'x',
        scope_type: 'organization',
        scope_id: '1',
        state: 'sent',
        expires_at: '2026-12-05T09:00:00Z',
      },
      { meta: { can: ['invite'] } },
    );
  answers.answer('/api/v1/role_invitations', listOf([row('7'), row('8')]));
  answers.answer('POST /api/v1/role_invitations/7/resend', oneOf(row('7')));
  const often = { status: '422', code: 'rate_limited', detail: 'Te vaak.' };
  answers.answer('POST /api/v1/role_invitations/8/resend', { status: 422, document: { errors: [often] } });
  await render('/users?status=asked', { as: 'admin', server: answers });
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Kiezen: 7@example.org' }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Kiezen: 8@example.org' }));
  const bar = within(screen.getByRole('group', { name: '2 gekozen' }));
  fireEvent.click(bar.getByRole('button', { name: 'Opnieuw uitnodigen' }));
  expect(await screen.findByText('1 uitnodiging is opnieuw verstuurd')).toBeTruthy();
  expect(await screen.findByText('Te vaak.')).toBeTruthy();
  expect(await screen.findByRole('group', { name: '1 gekozen' })).toBeTruthy();
});

test('who may read a note is said at the field: to a mentor, that the centre does too', async () => {
  const answers = server();
  answers.answer('/api/v1/users/1', oneOf(person('1', 'Anna')));
  answers.answer('/api/v1/users/1/internal_notes', listOf([], { meta: { can: ['create'] } }));
  await render('/users/1', { as: 'organization', server: answers });
  act(() => {
    menu.value = ['users', 'students'];
  });
  expect(
    await screen.findByText(/^Alleen jij en de medewerkers van het vrijwilligerspunt kunnen dit lezen/),
  ).toBeTruthy();
  act(() => {
    menu.value = ['users', 'organizations_approve'];
  });
  expect(
    await screen.findByText(/^Alleen medewerkers van het vrijwilligerspunt kunnen dit lezen/),
  ).toBeTruthy();
});
