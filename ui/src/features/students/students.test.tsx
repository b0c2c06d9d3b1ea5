// The class list on the screen: who is in it, and what a mentor changes.

import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { Organization } from '../../api/schema.d.ts';
import { menu, organizations } from '../../lib/session/session.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const SCHOOL = { id: '3', name: 'Lyceum Lindewaard', organizationType: 'School' } as Organization;

const student = (id: string, name: string, status = 'active') =>
  wire('users', id, { full_name: name, email: `${id}@example.org`, status }, { meta: { can: [] } });

function serverWithClass(): FakeServer {
  const link = wire(
    'student_links',
    '5',
    { student_id: '21', mentor_id: '7', organization_id: '3', hour_target: 30, mentor_name: 'Wim Postma' },
    { meta: { can: ['update', 'delete'] } },
  );
  return fakeServer({
    '/api/v1/users?fields[users]=full_name&filter[mentor_at_eq]=3&page[size]=1000': listOf([]),
    '/api/v1/users': listOf([student('21', 'Sem Student'), student('22', 'Lot Leerling', 'invited')], {
      meta: { can: ['create'] },
    }),
    '/api/v1/student_links': listOf([link], { meta: { can: ['create'] } }),
    '/api/v1/applications': listOf([
      wire('applications', '9', {
        user_id: '21',
        stage: 'mentor_review',
        vacancy_title: 'Taalmaatje',
        created_at: '2026-11-20T10:00:00Z',
      }),
    ]),
    'PATCH /api/v1/student_links/5': oneOf(link),
    'POST /api/v1/student_links': { status: 201, ...oneOf(link) },
  });
}

async function open(): Promise<FakeServer> {
  const server = serverWithClass();
  await render('/students', { as: 'organization', server });
  act(() => {
    organizations.value = [SCHOOL];
    menu.value = ['students'];
  });
  await screen.findByRole('link', { name: 'Taalmaatje' });
  return server;
}

const rowOf = (name: string): HTMLElement => {
  const row = screen.getByText(name).closest('tr');
  if (!row) throw new Error(`no row for ${name}`);
  return row;
};

test('each student has a row with their mentor, hours and request', async () => {
  await open();
  expect(within(rowOf('Sem Student')).getByText('Wim Postma')).toBeTruthy();
  expect(within(rowOf('Sem Student')).getByText('Wacht op goedkeuring')).toBeTruthy();
  expect(within(rowOf('Lot Leerling')).getByText('Uitgenodigd')).toBeTruthy();
  expect(within(rowOf('Lot Leerling')).getByText('Nog geen mentor')).toBeTruthy();
});

test('hours of a linked student are changed, of another one the link is made', async () => {
  const server = await open();
  const calls = (method: string) => server.calls.filter((call) => call.method === method);
  for (const [name, method, attributes] of [
    ['Sem Student', 'PATCH', { hour_target: 45 }],
    ['Lot Leerling', 'POST', { student_id: '22', organization_id: '3', hour_target: 45 }],
  ] as const) {
    await userEvent.click(within(rowOf(name)).getByRole('button', { name: /^Begeleiding van/ }));
    const dialog = within(await screen.findByRole('dialog'));
    const field = dialog.getByLabelText(/Aantal uren/);
    await userEvent.clear(field);
    await userEvent.type(field, '45');
    await userEvent.click(dialog.getByRole('button', { name: 'Begeleiding opslaan' }));
    await waitFor(() => expect(calls(method)).toHaveLength(1));
    expect(calls(method)[0]?.body).toMatchObject({ data: { attributes } });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  }
});

test('a student who comes here is shown the way to their own applications', async () => {
  await render('/students', { as: 'organization', server: serverWithClass() });
  act(() => {
    organizations.value = [SCHOOL];
    menu.value = ['my_applications'];
  });
  expect(await screen.findByText('Deze lijst is voor mentoren')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Naar mijn aanmeldingen' })).toBeTruthy();
});

test('a student is asked, and how many have not answered stands above the class', async () => {
  const server = serverWithClass();
  server.answer('/api/v1/role_invitations', listOf([], { meta: { total: 2 } }));
  server.answer('POST /api/v1/users', { status: 202, document: { data: null } as never });
  await render('/students', { as: 'organization', server });
  act(() => {
    organizations.value = [SCHOOL];
    menu.value = ['students'];
  });
  expect(await screen.findByText(/2 uitnodigingen van de school staan nog open/)).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Bekijken wie nog moet reageren' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Leerling toevoegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.type(dialog.getByLabelText('Voornaam'), 'Noor');
  await userEvent.type(dialog.getByLabelText('E-mailadres'), 'noor@example.org');
  await userEvent.click(dialog.getByRole('button', { name: 'Uitnodiging versturen' }));
  expect(await screen.findByText('De uitnodiging is verstuurd')).toBeTruthy();
});
