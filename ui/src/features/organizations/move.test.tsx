import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const tuin = (can: string[], moveToId: string | null) =>
  wire(
    'organizations',
    '42',
    { name: 'Buurttuin', status: 'approved', volunteer_center_id: '1', move_to_id: moveToId },
    { meta: { can, transitions: [] } },
  );

const PREVIEW = {
  document: {
    data: {
      type: 'organization_moves',
      id: '42',
      attributes: {
        from_name: 'Lindewaard',
        to_name: 'Elders',
        vacancies: 2,
        applications: 1,
        internal_notes: 0,
        members: 1,
        members_staying: 1,
        lost_terms: ['Zwemmen'],
      },
    },
  },
};

test('the centre that is asked sees what comes along, and takes it over', async () => {
  const server = fakeServer({
    '/api/v1/organizations/42': oneOf(tuin(['receive'], '2')),
    '/api/v1/organizations/42/move': PREVIEW,
    'PUT /api/v1/organizations/42/move/confirm': oneOf(tuin([], null)),
    '/api/v1/organizations': listOf([]),
  });
  await render('/organizations/42/move', { as: 'coordinator', server });
  expect(await screen.findByText('2 vacatures')).toBeTruthy();
  expect(screen.getByText(/houdt het account bij Lindewaard/)).toBeTruthy();
  expect(screen.getByText(/Zwemmen/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Opnemen' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
      data: { attributes: { event: 'accept' } },
    }),
  );
});
