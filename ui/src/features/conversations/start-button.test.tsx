import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

async function openDialog(as: Person) {
  const server = fakeServer({
    '/api/v1/conversations': listOf([]),
    '/api/v1/conversations/unread_count': { document: { data: null, meta: { count: 0 } } },
    '/api/v1/organizations': listOf([wire('organizations', '30', { name: 'Taalhuis Lindewaard' })]),
    '/api/v1/student_links': listOf([
      wire('student_links', '1', { student_id: '7', mentor_id: '31', mentor_name: 'Mees de Mentor' }),
    ]),
    '/api/v1/users': listOf([wire('users', '40', { full_name: 'Tara Bakker' })]),
    '/api/v1/applications': listOf([
      wire('applications', '1', { user_id: '41', name: 'Tim Smit', vacancy_title: 'Taalmaatje' }),
      wire('applications', '2', { user_id: '41', name: 'Tim Smit', vacancy_title: 'Voorlezen' }),
      wire('applications', '3', { user_id: null, name: 'Ton', vacancy_title: 'Voorlezen' }),
    ]),
  });
  await render('/conversations', { as, server });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: 'Gesprek beginnen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Gesprek beginnen' }));
  return { server, user, dialog, type: (text: string) => user.type(dialog.getByRole('combobox'), text) };
}

test('a volunteer chooses an organisation, and then writes', async () => {
  const { server, user, dialog, type } = await openDialog('volunteer');
  await user.click(dialog.getByRole('button', { name: 'Verder' }));
  expect((await dialog.findAllByText(/Kies een naam uit de lijst/)).length).toBeGreaterThan(0);
  await type('taal');
  await user.click(await dialog.findByRole('option', { name: /Taalhuis Lindewaard/ }));
  expect(dialog.queryByRole('option', { name: /Tara/ })).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Verder' }));
  await waitFor(() => expect(location.search).toBe('?to=organizations:30'));
  expect(server.calls.some(({ address }) => address.includes('/users?'))).toBe(false);
});

test('an organisation finds who applied there, each once', async () => {
  const { dialog, type } = await openDialog('organization');
  await type('t');
  expect(await dialog.findAllByRole('option', { name: /Tim Smit/ })).toHaveLength(1);
  expect(dialog.queryByRole('option', { name: /^Ton/ })).toBeNull();
});

test('the centre finds its people', async () => {
  const { user, dialog, type } = await openDialog('coordinator');
  await type('tara');
  await user.click(await dialog.findByRole('option', { name: /Tara Bakker/ }));
  await user.click(dialog.getByRole('button', { name: 'Verder' }));
  await waitFor(() => expect(location.search).toBe('?to=users:40'));
});

test('a student finds their mentor, and reads with whom it is', async () => {
  const { server, user, dialog, type } = await openDialog('volunteer');
  await type('mees');
  await user.click(await dialog.findByRole('option', { name: /Mees de Mentor/ }));
  await user.click(dialog.getByRole('button', { name: 'Verder' }));
  await waitFor(() => expect(location.search).toBe('?to=users:31'));
  expect(await screen.findByText('Met Mees de Mentor')).toBeTruthy();
  expect(server.calls.some(({ address }) => address.includes('/api/v1/users/31'))).toBe(false);
});
