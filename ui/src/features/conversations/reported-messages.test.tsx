import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const conversation = (attributes: Record<string, unknown> = {}) =>
  wire('conversations', '12', {
    subject: null,
    about_type: 'vacancies',
    about_id: '5',
    about_title: 'Taalmaatje',
    about_slug: '5-taalmaatje',
    side: 'person',
    other_side: 'organization',
    other_name: 'Taalhuis Lindewaard',
    last_message: 'Past woensdag je?',
    last_side: 'organization',
    last_message_at: ago(30),
    unread_count: 0,
    is_archived: false,
    is_muted: false,
    blocked_by: null,
    taken_by_id: null,
    closed_reason: null,
    ...attributes,
  });

const message = (id: string, attributes: Record<string, unknown> = {}) =>
  wire('messages', id, {
    body: 'Past woensdag je?',
    side: 'organization',
    author_name: 'Samira Haddou',
    is_read: true,
    created_at: ago(30),
    conversation_id: '12',
    can_withdraw: false,
    ...attributes,
  });

type Wire = ReturnType<typeof wire>;

async function open(messages: readonly Wire[], one = conversation()) {
  const server = fakeServer({
    '/api/v1/conversations': listOf([one]),
    '/api/v1/conversations/unread_count': { document: { data: null, meta: { count: 0 } } },
    '/api/v1/conversations/12': oneOf(one),
    '/api/v1/conversations/12/messages': listOf([...messages].reverse()),
    'POST /api/v1/abuse_reports': { status: 204 },
  });
  await render('/conversations?open=12', { as: 'volunteer', server });
  await screen.findByRole('log');
  return { server, user: userEvent.setup() };
}

test('a message of the other side is reported from the thread, and says so', async () => {
  const { server, user } = await open([
    message('1', { body: 'Kun je 25 euro overmaken?' }),
    message('2', { body: 'Nee', side: 'person' }),
  ]);
  expect(await screen.findAllByRole('button', { name: /^Melden: bericht van/ })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Melden: bericht van Samira Haddou' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Iets melden' }));
  await user.click(dialog.getByRole('radio', { name: /Geld of oplichting/ }));
  await user.click(dialog.getByRole('button', { name: 'Melden' }));
  await screen.findByRole('dialog', { name: /Bedankt/ });
  const sent = server.calls.find(({ address }) => address.endsWith('/abuse_reports'));
  expect(sent?.body).toMatchObject({ data: { attributes: { subject_type: 'messages', subject_id: '1' } } });
  await waitFor(() => expect(screen.getByText('Gemeld')).toBeTruthy());
});

test('a hidden message says that it is, and its author still reads it', async () => {
  await open([
    message('1', { body: '', is_hidden: true }),
    message('2', { body: 'Wat een onzin', side: 'person', is_hidden: true }),
  ]);
  expect(await screen.findByText('Dit bericht is verborgen.')).toBeTruthy();
  expect(screen.getByText('Dit bericht is verborgen. Alleen jij ziet het nog.')).toBeTruthy();
  expect(screen.getByText('Wat een onzin')).toBeTruthy();
});

test('that a centre has read all of it stands where it happened', async () => {
  const one = conversation({ center_readings: [{ at: ago(20), center_name: 'Vrijwilligerspunt' }] });
  await open([message('1'), message('2', { body: 'En nu?', created_at: ago(10) })], one);
  const line = await screen.findByText(/^Vrijwilligerspunt heeft dit gesprek gelezen op/);
  const later = screen.getByText('En nu?');
  expect(line.compareDocumentPosition(later) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(screen.getAllByText(/heeft dit gesprek gelezen/)).toHaveLength(1);
});
