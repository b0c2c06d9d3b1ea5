// The saved answers of a centre are its own, not those of an organisation.
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const now = new Date().toISOString();

const OF_CENTRE = wire('conversations', '12', {
  subject: 'Kennismaken',
  about_type: 'users',
  about_id: '41',
  about_title: '',
  about_slug: null,
  side: 'center',
  other_side: 'person',
  other_name: 'Joke Visser',
  organization_id: null,
  last_message: 'Dag',
  last_side: 'person',
  last_message_at: now,
  unread_count: 0,
  is_archived: false,
  is_muted: false,
  blocked_by: null,
  taken_by_id: null,
  taken_by_name: null,
  closed_reason: null,
});

test('are chosen and kept under the centre', async () => {
  const user = userEvent.setup();
  const server = fakeServer({
    '/api/v1/conversations': listOf([OF_CENTRE]),
    '/api/v1/conversations/unread_count': { document: { data: null, meta: { count: 0 } } },
    '/api/v1/conversations/12': oneOf(OF_CENTRE),
    '/api/v1/conversations/12/messages': listOf([]),
    '/api/v1/message_snippets': listOf([]),
    'POST /api/v1/message_snippets': {
      status: 201,
      ...oneOf(wire('message_snippets', '4', { text: 'Dag' })),
    },
  });
  await render('/conversations?open=12', { as: 'coordinator', server });
  await user.click(await screen.findByRole('button', { name: 'Bewaarde antwoorden' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bewaarde antwoorden' }));
  await user.click(await dialog.findByRole('button', { name: 'Antwoord toevoegen' }));
  const edit = within(await screen.findByRole('dialog', { name: 'Antwoord toevoegen' }));
  await user.type(edit.getByLabelText('Tekst van het antwoord'), 'Kom langs op dinsdag.');
  await user.click(edit.getByRole('button', { name: 'Antwoord opslaan' }));
  const sent = () =>
    server.calls.find(({ method, address }) => method === 'POST' && address.includes('snippets'));
  await waitFor(() => expect(sent()).toBeTruthy());
  const asked = server.calls.find(({ address }) => address.startsWith('/api/v1/message_snippets?'));
  const centreId = /filter\[volunteer_center_id_eq\]=(\w+)/.exec(
    decodeURIComponent(asked?.address ?? ''),
  )?.[1];
  expect(centreId).toBeTruthy();
  expect(decodeURIComponent(asked?.address ?? '')).not.toContain('organization_id');
  expect(sent()?.body).toMatchObject({
    data: { attributes: { volunteer_center_id: centreId, text: 'Kom langs op dinsdag.' } },
  });
});
