// What happened to an application, as a quiet line between the messages about it.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';

const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const conversation = (attributes: Record<string, unknown> = {}) =>
  wire('conversations', '12', {
    subject: null,
    about_type: 'applications',
    about_id: '5',
    about_title: 'Taalmaatje',
    about_slug: null,
    side: 'person',
    other_side: 'organization',
    other_name: 'Taalhuis Lindewaard',
    last_message: 'Tot dan',
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

const message = (id: string, body: string, minutes: number) =>
  wire('messages', id, {
    body,
    side: 'organization',
    author_name: 'Samira Haddou',
    is_read: true,
    created_at: ago(minutes),
    conversation_id: '12',
    can_withdraw: false,
  });

const event = (code: string, minutes: number) =>
  wire('conversation_events', `${code}-${minutes}`, {
    kind: 'event',
    event: code,
    body: null,
    created_at: ago(minutes),
  });

type Wire = ReturnType<typeof wire>;

async function open(lines: readonly Wire[], options: Partial<RenderOptions> = {}, total?: number) {
  const one = conversation(options.as === 'organization' ? OF_TEAM : {});
  const server = fakeServer({
    '/api/v1/conversations': listOf([one]),
    '/api/v1/conversations/unread_count': { document: { data: null, meta: { count: 0 } } },
    '/api/v1/conversations/12': oneOf(one),
    '/api/v1/conversations/12/messages': listOf([...lines].reverse(), {
      meta: { total: total ?? lines.filter(({ type }) => type === 'messages').length },
    }),
  });
  await render('/conversations?open=12', { as: 'volunteer', server, ...options });
  await screen.findByText('Past woensdag je?');
  return server;
}

const OF_TEAM = { side: 'organization', other_side: 'person', other_name: 'Joke Visser' };

test('stands between the messages in the words of who reads it', async () => {
  await open([event('applied', 90), message('1', 'Past woensdag je?', 60), event('accepted', 30)]);
  const [first, last] = [screen.getByText(/^Je hebt je aangemeld/), screen.getByText(/^Je bent aangenomen/)];
  const written = screen.getByText('Past woensdag je?');
  expect(first.compareDocumentPosition(written) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(last.compareDocumentPosition(written) & Node.DOCUMENT_POSITION_PRECEDING).toBeTruthy();
  expect(screen.getAllByRole('button', { name: /^Melden: bericht van/ })).toHaveLength(1);
});

test('a team reads of whom it is', async () => {
  await open([message('1', 'Past woensdag je?', 60), event('accepted', 30)], { as: 'organization' });
  expect(screen.getByText(/^Joke is aangenomen/)).toBeTruthy();
});

test('a code without words is left out, with the day that it would begin', async () => {
  await open([event('promoted_to_king', 3 * 24 * 60), message('1', 'Past woensdag je?', 0)]);
  expect(screen.queryByText(/promoted|event\./)).toBeNull();
  expect(screen.getByText('Vandaag')).toBeTruthy();
  expect(document.querySelectorAll('.day-line')).toHaveLength(1);
});

const SHORT = [event('applied', 90), message('1', 'Past woensdag je?', 60)];

test('pages count messages: a line between them is no older one', async () => {
  await open(SHORT, {}, 1);
  expect(screen.queryByRole('button', { name: 'Eerdere berichten tonen' })).toBeNull();
});

test('a line between them does not hide that there are older ones', async () => {
  const server = await open(SHORT, {}, 2);
  await userEvent.click(screen.getByRole('button', { name: 'Eerdere berichten tonen' }));
  await waitFor(() =>
    expect(server.calls.some(({ address }) => decodeURIComponent(address).includes('page[number]=2'))).toBe(
      true,
    ),
  );
});
