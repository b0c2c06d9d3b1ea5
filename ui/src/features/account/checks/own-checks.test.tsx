import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const row = (id: string, more: Record<string, unknown>, transitions: string[] = []) =>
  wire(
    'checks',
    id,
    {
      user_id: '7',
      person_name: 'Joke Visser',
      application_id: '31',
      organization_name: 'Taalhuis',
      kind: 'vog',
      state: 'requested',
      requested_on: '2026-11-20',
      claimed_on: null,
      issued_on: null,
      seen_on: null,
      seen_by_name: null,
      valid_until: null,
      vacancy_title: 'Taalmaatje',
      ...more,
    },
    { meta: { can: ['read'], transitions } },
  );

test('who has the paper says so, and sends no paper', async () => {
  const server = fakeServer({
    '/api/v1/checks': listOf([
      row('1', {}, ['claim']),
      row('2', {
        kind: 'first_aid',
        state: 'seen',
        issued_on: '2026-01-05',
        seen_on: '2026-01-09',
        seen_by_name: 'Mo Amrani',
        valid_until: '2028-01-05',
      }),
      row('3', { state: 'cancelled' }),
    ]),
  });
  server.answer('PUT /api/v1/checks/1/transition', oneOf(row('1', { state: 'claimed' })));
  await render('/account/verklaringen', { as: 'volunteer', server });
  expect(await screen.findByRole('heading', { name: 'VOG voor Taalhuis' })).toBeTruthy();
  expect(screen.getByText(/Een VOG kost je niets/)).toBeTruthy();
  expect(screen.getByText(/Gezien door Mo Amrani op 9 januari 2026/)).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Eerder' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Ik heb mijn VOG binnen' }));
  await waitFor(() => {
    const put = server.calls.find(({ method }) => method === 'PUT');
    expect(put?.body).toEqual({ data: { type: 'checks', id: '1', attributes: { event: 'claim' } } });
  });
});

test('where nobody asks for anything it says when that may come', async () => {
  await render('/account/verklaringen', {
    as: 'volunteer',
    server: fakeServer({ '/api/v1/checks': listOf([]) }),
  });
  expect(await screen.findByText('Niemand vraagt een verklaring van je')).toBeTruthy();
});
