import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toasts } from '../../lib/feedback/toasts.ts';
import { announceLive } from '../../lib/live/live-events.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';

const MINUTE = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE).toISOString();

const conversation = (id: string, attributes: Record<string, unknown> = {}) =>
  wire('conversations', id, {
    subject: null,
    about_type: 'vacancies',
    about_id: '5',
    about_title: 'Taalmaatje',
    about_slug: '5-taalmaatje',
    side: 'person',
    other_side: 'organization',
    other_name: 'Taalhuis Lindewaard',
    organization_id: '1',
    last_message: 'Past woensdag je?',
    last_side: 'organization',
    last_message_at: ago(30),
    unread_count: 0,
    is_archived: false,
    is_muted: false,
    blocked_by: null,
    taken_by_id: null,
    taken_by_name: null,
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

function serverOf(one: Wire, messages: readonly Wire[] = [message('1')], others: readonly Wire[] = []) {
  const server = fakeServer({
    '/api/v1/conversations': listOf([one, ...others]),
    '/api/v1/conversations/unread_count': { document: { data: null, meta: { count: 1 } } } as never,
    [`/api/v1/conversations/${one.id}`]: oneOf(one),
    [`/api/v1/conversations/${one.id}/messages`]: listOf([...messages].reverse()),
  });
  for (const step of ['read', 'unread', 'archive', 'unarchive', 'mute', 'block', 'unblock', 'take', 'typing'])
    server.answer(`PUT /api/v1/conversations/${one.id}/${step}`, { status: 204 });
  return server;
}

const wasAsked = (server: FakeServer, method: string, end: string): boolean =>
  server.calls.some((call) => call.method === method && decodeURIComponent(call.address).endsWith(end));

async function open(
  server: FakeServer,
  options: Partial<RenderOptions> = {},
  path = '/conversations?open=12',
) {
  const rendered = await render(path, { as: 'volunteer', server, ...options });
  await screen.findByRole('log');
  return { ...rendered, user: userEvent.setup() };
}

beforeEach(() => localStorage.clear());

describe('the list', () => {
  test('unread ones stand apart, with who wrote last and what it is about', async () => {
    const unread = conversation('12', { unread_count: 2 });
    const own = conversation('13', {
      other_name: 'De Schakel',
      last_side: 'person',
      last_message: 'Tot dan',
    });
    await render('/conversations', { as: 'volunteer', server: serverOf(unread, [], [own]) });
    const group = await screen.findByRole('region', { name: /Ongelezen/ });
    const link = within(group).getByRole('link', { name: /Taalhuis Lindewaard/ });
    expect(link.textContent).toContain('2 ongelezen berichten');
    expect(link.textContent).toContain('Taalmaatje');
    expect(link.getAttribute('href')).toBe('/conversations?open=12');
    expect(screen.getByRole('link', { name: /De Schakel/ }).textContent).toContain('Jij: Tot dan');
  });

  test('a volunteer has three tabs, a team also what waits for them and what is theirs', async () => {
    await render('/conversations', { as: 'volunteer', server: serverOf(conversation('12')) });
    await screen.findByRole('link', { name: /Taalhuis/ });
    const tabs = () =>
      within(screen.getByRole('navigation', { name: 'Welke gesprekken' }))
        .getAllByRole('link')
        .map((tab) => tab.textContent?.replace(/\d+$/, ''));
    expect(tabs()).toEqual(['Alles', 'Ongelezen', 'Archief']);
    document.body.innerHTML = '';
    const server = serverOf(conversation('12', { side: 'organization', other_side: 'person' }));
    await render('/conversations?folder=waiting', { as: 'organization', server });
    await screen.findByRole('navigation', { name: 'Welke gesprekken' });
    expect(tabs()).toEqual(['Alles', 'Ongelezen', 'Wacht op ons', 'Van mij', 'Archief']);
    expect(wasAsked(server, 'GET', 'filter[folder_eq]=waiting&page[number]=1&page[size]=20')).toBe(true);
  });

  test('what somebody was writing goes before what was written last', async () => {
    localStorage.setItem(
      'voluntr-draft:conversations/12',
      JSON.stringify({ values: 'Ik kom graag', savedAt: Date.now() }),
    );
    await render('/conversations', { as: 'volunteer', server: serverOf(conversation('12')) });
    expect((await screen.findByRole('link', { name: /Taalhuis/ })).textContent).toContain(
      'Concept: Ik kom graag',
    );
  });

  test('who looks as somebody else reads nothing', async () => {
    const server = serverOf(conversation('12'));
    server.answer('/api/v1/current_user', {
      document: {
        data: wire('users', '7', { first_name: 'Joke', full_name: 'Joke Visser', locale: 'nl' }),
        meta: { menu: [], impersonation: { by: 'Ada', until: ago(-30), reason: 'test' } },
      },
    });
    const asked = server.known('/api/v1/current_user');
    const { answer } = server;
    server.answer = (address, given) => answer(address, address === '/api/v1/current_user' ? asked : given);
    await render('/conversations?open=12', { as: 'volunteer', server });
    expect(await screen.findByText(/Gesprekken zijn privé/)).toBeTruthy();
    expect(server.calls.some(({ address }) => address.includes('/conversations'))).toBe(false);
  });
});

describe('an open conversation', () => {
  test('says what is new, marks it as read, and shows addresses as links', async () => {
    const server = serverOf(conversation('12', { unread_count: 1 }), [
      message('1', { created_at: ago(3 * 24 * 60) }),
      // Of this moment: half an hour ago may be yesterday.
      message('2', { is_read: false, body: 'Kijk op https://voorbeeld.nl/uur.', created_at: ago(0) }),
    ]);
    await open(server);
    expect(await screen.findByText('1 nieuw bericht')).toBeTruthy();
    expect(screen.getByText('Vandaag')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'https://voorbeeld.nl/uur' }).getAttribute('rel')).toContain(
      'noopener',
    );
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/read')).toBe(true));
    expect(screen.getByRole('link', { name: 'Taalmaatje' }).getAttribute('href')).toBe(
      '/vacancies/5-taalmaatje',
    );
  });

  test('a message is sent once, with the same key for a second attempt', async () => {
    const server = serverOf(conversation('12'));
    let tries = 0;
    server.answer('POST /api/v1/conversations/12/messages', () => {
      tries += 1;
      return tries === 1
        ? { status: 403, document: { errors: [{ status: '403', code: 'forbidden', detail: 'Nu niet.' }] } }
        : { status: 201, document: { data: message('9', { body: 'Ja, graag', side: 'person' }) } };
    });
    const { user } = await open(server);
    const field = screen.getByRole('textbox', { name: 'Bericht aan Taalhuis Lindewaard' });
    await user.type(field, 'Ja, graag');
    expect(localStorage.getItem('voluntr-draft:conversations/12')).toContain('Ja, graag');
    await user.keyboard('{Control>}{Enter}{/Control}');
    expect(await screen.findByRole('alert')).toBeTruthy();
    expect((field as HTMLTextAreaElement).value).toBe('Ja, graag');
    await user.click(screen.getByRole('button', { name: /Versturen/ }));
    await waitFor(() => expect((field as HTMLTextAreaElement).value).toBe(''));
    const sent = server.calls.filter(
      ({ method, address }) => method === 'POST' && address.endsWith('/messages'),
    );
    expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(1);
    expect(sent[0]?.body).toMatchObject({ data: { attributes: { body: 'Ja, graag' } } });
    expect(localStorage.getItem('voluntr-draft:conversations/12')).toBeNull();
  });

  test('who writes too much at once reads when they may go on', async () => {
    const server = serverOf(conversation('12'));
    const detail = 'Je hebt veel berichten gestuurd. Om 14:30 uur kun je weer schrijven.';
    server.answer('POST /api/v1/conversations/12/messages', {
      status: 422,
      document: { errors: [{ status: '422', code: 'rate_limited', detail }] },
    });
    const { user } = await open(server);
    await user.type(screen.getByRole('textbox', { name: /Bericht aan/ }), 'Nog iets');
    await user.click(screen.getByRole('button', { name: /Versturen/ }));
    expect((await screen.findByRole('alert')).textContent).toBe(detail);
  });

  test('what one wrote can be taken back for a while, and comes back to the field', async () => {
    const server = serverOf(conversation('12', { last_side: 'person' }), [
      message('2', {
        side: 'person',
        author_name: 'Joke Visser',
        is_read: false,
        created_at: ago(2),
        can_withdraw: true,
        body: 'Oeps',
      }),
    ]);
    server.answer('DELETE /api/v1/messages/2', { status: 204 });
    const { user } = await open(server);
    expect(screen.getByText(/Nog niet gelezen/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Bericht terugnemen' }));
    await waitFor(() => expect(wasAsked(server, 'DELETE', '/messages/2')).toBe(true));
    const field = screen.getByRole('textbox', { name: /Bericht aan/ }) as HTMLTextAreaElement;
    await waitFor(() => expect(field.value).toBe('Oeps'));
  });

  test('after ten minutes it is no longer offered', async () => {
    const server = serverOf(conversation('12'), [
      message('2', { side: 'person', is_read: false, created_at: ago(11), can_withdraw: true }),
    ]);
    await open(server);
    await screen.findByText(/Nog niet gelezen/);
    expect(screen.queryByRole('button', { name: 'Bericht terugnemen' })).toBeNull();
  });

  test('blocking asks first and says what follows', async () => {
    const server = serverOf(conversation('12'));
    const { user } = await open(server);
    await user.click(screen.getByRole('button', { name: 'Meer doen met dit gesprek' }));
    await user.click(screen.getByRole('menuitem', { name: /blokkeren/ }));
    const dialog = screen.getByRole('dialog', { name: 'Taalhuis Lindewaard blokkeren?' });
    expect(wasAsked(server, 'PUT', '/conversations/12/block')).toBe(false);
    await user.click(within(dialog).getByRole('button', { name: 'Blokkeren' }));
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/block')).toBe(true));
  });

  test('where nobody can write, it says why', async () => {
    const server = serverOf(conversation('12', { blocked_by: 'us', closed_reason: 'blocked' }));
    const { user } = await open(server);
    expect(screen.queryByRole('textbox', { name: /Bericht aan/ })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Blokkering opheffen' }));
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/unblock')).toBe(true));
  });

  test('archiving can be undone', async () => {
    const server = serverOf(conversation('12'));
    const { user } = await open(server);
    (document.activeElement as HTMLElement | null)?.blur();
    await user.keyboard('e');
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/archive')).toBe(true));
    await waitFor(() => expect(toasts.value.at(-1)?.title).toBe('Gesprek gearchiveerd'));
    toasts.value.at(-1)?.action?.onClick();
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/unarchive')).toBe(true));
  });

  test('one that is not there says so', async () => {
    const server = serverOf(conversation('12'));
    await render('/conversations?open=99', { as: 'volunteer', server });
    expect(await screen.findByText('Dit gesprek is er niet')).toBeTruthy();
  });
});

describe('a team', () => {
  const ofTeam = (attributes: Record<string, unknown> = {}) =>
    conversation('12', {
      side: 'organization',
      other_side: 'person',
      other_name: 'Joke Visser',
      last_side: 'person',
      ...attributes,
    });

  test('sees who is on it, and takes it over', async () => {
    const server = serverOf(ofTeam({ taken_by_id: '99', taken_by_name: 'Samira Haddou' }));
    const { user } = await open(server, { as: 'organization' });
    expect(screen.getByText('Wordt opgepakt door Samira Haddou')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Zelf oppakken' }));
    await waitFor(() => expect(wasAsked(server, 'PUT', '/conversations/12/take')).toBe(true));
  });

  test('sees that a colleague is typing, for a few seconds', async () => {
    await open(serverOf(ofTeam()), { as: 'organization' });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      announceLive({ type: 'typing', data: { conversationId: '12', side: 'organization', name: 'Samira' } });
      expect(await screen.findByText('Samira typt een antwoord')).toBeTruthy();
      announceLive({ type: 'typing', data: { conversationId: '13', side: 'organization', name: 'Wim' } });
      expect(screen.queryByText('Wim typt een antwoord')).toBeNull();
      await vi.advanceTimersByTimeAsync(5100);
      await waitFor(() => expect(screen.queryByText('Samira typt een antwoord')).toBeNull());
    } finally {
      vi.useRealTimers();
    }
  });

  test('inserts a saved answer with what is known filled in', async () => {
    const server = serverOf(ofTeam());
    server.answer(
      '/api/v1/message_snippets',
      listOf([
        wire('message_snippets', '4', {
          text: 'Dag {{voornaam}}, fijn dat je {{vacature}} wilt worden. Bel {{telefoon}}. Groet, {{mijn_naam}}',
          organization_id: '1',
          reason_code: null,
        }),
      ]),
    );
    const { user } = await open(server, { as: 'organization' });
    await user.click(screen.getByRole('button', { name: 'Bewaarde antwoorden' }));
    const dialog = await screen.findByRole('dialog', { name: 'Bewaarde antwoorden' });
    await within(dialog).findByRole('radio');
    await user.click(within(dialog).getByRole('button', { name: /Invoegen/ }));
    const field = screen.getByRole('textbox', { name: 'Bericht aan Joke' }) as HTMLTextAreaElement;
    await waitFor(() =>
      expect(field.value).toBe('Dag Joke, fijn dat je Taalmaatje wilt worden. Bel {{telefoon}}. Groet, Wim'),
    );
    expect(server.calls.some(({ method }) => method === 'POST')).toBe(false);
  });
});

test('a message that arrives shows at once', async () => {
  const server = serverOf(conversation('12'));
  await open(server);
  server.answer(
    '/api/v1/conversations/12/messages',
    listOf([message('2', { body: 'Of liever donderdag?', created_at: ago(0) }), message('1')]),
  );
  announceLive({ type: 'message', data: { conversationId: '12', messageId: '2' } });
  expect(await screen.findByText('Of liever donderdag?')).toBeTruthy();
});

test('a link starts a conversation with an organisation about a vacancy', async () => {
  const server = serverOf(conversation('12'));
  server.answer(
    '/api/v1/organizations/1',
    oneOf(wire('organizations', '1', { name: 'Taalhuis Lindewaard' })),
  );
  server.answer('/api/v1/vacancies/5', oneOf(wire('vacancies', '5', { title: 'Taalmaatje' })));
  server.answer('POST /api/v1/conversations', { status: 201, document: { data: conversation('12') } });
  const { router } = await render('/conversations?to=organizations:1&about=vacancies:5', {
    as: 'volunteer',
    server,
  });
  const user = userEvent.setup();
  const dialog = await screen.findByRole('dialog', { name: 'Gesprek beginnen' });
  expect(await within(dialog).findByText('Met Taalhuis Lindewaard')).toBeTruthy();
  expect(await within(dialog).findByText('Over: Taalmaatje')).toBeTruthy();
  await user.type(within(dialog).getByRole('textbox', { name: /Je bericht/ }), 'Mag ik langskomen?');
  await user.click(within(dialog).getByRole('button', { name: 'Versturen' }));
  await waitFor(() => expect(router.state.location.search).toBe('?open=12'));
  const sent = server.calls.find(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    data: {
      attributes: {
        recipient_type: 'organizations',
        recipient_id: '1',
        about_type: 'vacancies',
        about_id: '5',
        body: 'Mag ik langskomen?',
      },
    },
  });
});

test('a link that names nothing starts nothing', async () => {
  await render('/conversations?to=centres:1', { as: 'volunteer', server: serverOf(conversation('12')) });
  expect(await screen.findByRole('dialog', { name: 'Dit gesprek kan niet beginnen' })).toBeTruthy();
});
