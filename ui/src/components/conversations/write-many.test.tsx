// Writing to many at once, from the lists in which they are chosen.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { toasts } from '../../lib/feedback/toasts.ts';
import { menu, organizations, selectOrganization } from '../../lib/session/session.ts';
import { type FakeServer, fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

const MANY = '/api/v1/conversations/many';

interface Answered {
  recipients?: readonly [id: string, name: string][];
  skipped?: readonly [id: string, name: string, reason: string][];
  left?: number;
}

function answerMany(server: FakeServer, { recipients = [], skipped = [], left = 188 }: Answered): void {
  server.answer(`POST ${MANY}/preview`, {
    document: {
      data: wire('conversation_delivery_previews', '1', {
        recipients: recipients.map(([user_id, name]) => ({ user_id, name })),
        skipped: skipped.map(([user_id, name, reason]) => ({ user_id, name, reason })),
        left_today: left,
      }),
    },
  });
  server.answer(`POST ${MANY}`, {
    status: 201,
    document: {
      data: wire('conversation_deliveries', '1', { sent: recipients.length, skipped: [] }),
    },
  });
}

const sentTo = (server: FakeServer, path: string) =>
  server.calls.filter(({ method, address }) => method === 'POST' && address === path);

const application = (id: string, userId: string | null, name: string, more: Record<string, unknown> = {}) =>
  wire(
    'applications',
    id,
    {
      user_id: userId,
      name,
      stage: 'new',
      vacancy_id: '4',
      vacancy_title: 'Taalmaatje',
      organization_id: '1',
      organization_name: 'Zorgcentrum De Linden',
      created_at: '2026-11-15T09:01:36Z',
      answers: [],
      ...more,
    },
    { meta: { can: [], transitions: [] } },
  );

async function openApplications(
  answered: Answered,
  rows: ReturnType<typeof wire>[],
  as: Person = 'organization',
) {
  const server = fakeServer({
    '/api/v1/applications': listOf(rows),
    '/api/v1/vacancies': listOf([]),
    '/api/v1/message_snippets': listOf([
      wire('message_snippets', '4', {
        text: 'Dag {{voornaam}}, bij {{vacature}} begint het om tien uur. Groet, {{mijn_naam}}',
        organization_id: '1',
        volunteer_center_id: null,
        reason_code: null,
      }),
    ]),
  });
  answerMany(server, answered);
  const { router } = await render('/applications', { as, server });
  await screen.findAllByText(/Joke Visser/);
  return { server, router, user: userEvent.setup() };
}

const JOKE = application('1', '41', 'Joke Visser');
const TIM = application('2', '42', 'Tim Smit');

async function choose(user: ReturnType<typeof userEvent.setup>, ...names: string[]) {
  for (const name of names) await user.click(screen.getByRole('checkbox', { name: `Kiezen: ${name}` }));
}

const openDialog = async (user: ReturnType<typeof userEvent.setup>) => {
  await user.click(
    within(await screen.findByRole('group', { name: /gekozen/ })).getByRole('button', {
      name: /^Bericht sturen/,
    }),
  );
  return within(await screen.findByRole('dialog', { name: 'Bericht sturen' }));
};

beforeEach(() => {
  localStorage.clear();
  toasts.value = [];
});

describe('who applied, by an organisation', () => {
  test('the dialog says who gets it, who does not and why, and what is left; the toast how many got it', async () => {
    const { server, user } = await openApplications(
      {
        recipients: [
          ['41', 'Joke Visser'],
          ['42', 'Tim Smit'],
        ],
        skipped: [['43', '', 'blocked']],
      },
      [JOKE, TIM, application('3', '43', 'Rania Haddou')],
    );
    await choose(user, 'Joke Visser', 'Tim Smit', 'Rania Haddou');
    const dialog = await openDialog(user);
    expect(await dialog.findByText('2 mensen krijgen je bericht, ieder in een eigen gesprek:')).toBeTruthy();
    expect(dialog.getByText(/Joke Visser en Tim Smit/)).toBeTruthy();
    expect(dialog.getByText('1 persoon krijgt je bericht niet')).toBeTruthy();
    expect(dialog.getByText(/Jullie kunnen elkaar niet schrijven: Rania Haddou/)).toBeTruthy();
    expect(dialog.getByText('Vandaag kun je nog 188 mensen schrijven.')).toBeTruthy();
    expect(dialog.getByText('Over: Taalmaatje')).toBeTruthy();
    await user.type(dialog.getByLabelText(/Je bericht/), 'Woensdag beginnen we.');
    await user.click(dialog.getByRole('button', { name: 'Aan 2 mensen versturen' }));
    await waitFor(() => expect(toasts.value.at(-1)?.title).toBe('Je bericht is verstuurd aan 2 mensen'));
    const attributes = {
      recipient_ids: ['41', '42', '43'],
      about_type: 'vacancies',
      about_id: '4',
      sender_organization_id: '1',
    };
    expect(sentTo(server, `${MANY}/preview`)[0]?.body).toEqual({ data: { attributes } });
    const [sent] = sentTo(server, MANY);
    expect(sent?.body).toEqual({ data: { attributes: { ...attributes, body: 'Woensdag beginnen we.' } } });
    expect(sent?.headers.get('Idempotency-Key')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('group', { name: /gekozen/ })).toBeNull();
  });

  test('a saved answer is filled in, but for what is another for each: that has to go first', async () => {
    const { server, user } = await openApplications(
      {
        recipients: [
          ['41', 'Joke Visser'],
          ['42', 'Tim Smit'],
        ],
      },
      [JOKE, TIM],
    );
    await choose(user, 'Joke Visser', 'Tim Smit');
    const dialog = await openDialog(user);
    await user.click(await dialog.findByRole('button', { name: /^Dag/ }));
    const field = dialog.getByLabelText(/Je bericht/) as HTMLTextAreaElement;
    expect(field.value).toBe('Dag {{voornaam}}, bij Taalmaatje begint het om tien uur. Groet, Wim');
    await user.click(dialog.getByRole('button', { name: 'Aan 2 mensen versturen' }));
    expect((await dialog.findAllByText(/Haal {{voornaam}} weg/)).length).toBeGreaterThan(0);
    expect(sentTo(server, MANY)).toHaveLength(0);
  });

  test('too many for today cannot be sent to', async () => {
    const { user } = await openApplications(
      {
        recipients: [
          ['41', 'Joke Visser'],
          ['42', 'Tim Smit'],
        ],
        left: 1,
      },
      [JOKE, TIM],
    );
    await choose(user, 'Joke Visser', 'Tim Smit');
    const dialog = await openDialog(user);
    expect(
      await dialog.findByText('Vandaag kun je nog 1 persoon schrijven. Kies minder mensen.'),
    ).toBeTruthy();
    expect(dialog.queryByLabelText(/Je bericht/)).toBeNull();
  });

  test('a second attempt has the same key: who has the message does not get it again', async () => {
    const { server, user } = await openApplications(
      {
        recipients: [
          ['41', 'Joke Visser'],
          ['42', 'Tim Smit'],
        ],
      },
      [JOKE, TIM],
    );
    server.answer(`POST ${MANY}`, {
      status: 422,
      document: {
        errors: [{ status: '422', code: 'rate_limited', detail: 'Morgen kun je weer schrijven.' }],
      },
    });
    await choose(user, 'Joke Visser', 'Tim Smit');
    const dialog = await openDialog(user);
    await user.type(await dialog.findByLabelText(/Je bericht/), 'Tot morgen');
    const send = dialog.getByRole('button', { name: 'Aan 2 mensen versturen' });
    await user.click(send);
    expect(await dialog.findByText('Morgen kun je weer schrijven.')).toBeTruthy();
    await user.click(send);
    await waitFor(() => expect(sentTo(server, MANY)).toHaveLength(2));
    const keys = sentTo(server, MANY).map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys[0]).toBe(keys[1]);
  });

  test('one is written to in a conversation', async () => {
    const { router, user } = await openApplications({}, [JOKE, application('2', '41', 'Joke Visser (2)')]);
    await choose(user, 'Joke Visser', 'Joke Visser (2)');
    await user.click(
      within(screen.getByRole('group', { name: /gekozen/ })).getByRole('button', { name: /^Bericht sturen/ }),
    );
    await waitFor(() =>
      expect(router.state.location.pathname + router.state.location.search).toBe(
        '/conversations?to=users:41&about=vacancies:4',
      ),
    );
  });

  test('who has no account cannot be chosen for it, and a centre does not write for an organisation', async () => {
    const { user } = await openApplications({}, [JOKE, application('2', null, 'Ton')]);
    await choose(user, 'Ton');
    expect(screen.queryByRole('button', { name: /^Bericht sturen/ })).toBeNull();
  });

  test('a centre does not write for an organisation', async () => {
    await openApplications({}, [JOKE, TIM], 'coordinator');
    expect(screen.queryByRole('button', { name: /^Bericht sturen/ })).toBeNull();
    const first = screen.queryByRole('checkbox', { name: 'Kiezen: Joke Visser' });
    if (first) await userEvent.click(first);
    expect(screen.queryByRole('button', { name: /^Bericht sturen/ })).toBeNull();
  });
});

test('a centre writes to its people: about nothing else, and who wants no news is told apart', async () => {
  const user = userEvent.setup();
  const person = (id: string, name: string) =>
    wire('users', id, { full_name: name, status: 'active', email: `${id}@example.org` }, { meta: {} });
  const server = fakeServer({
    '/api/v1/users': listOf([person('41', 'Anna Bos'), person('42', 'Bram Bos'), person('43', 'Cas Bos')]),
    '/api/v1/organizations': listOf([]),
    '/api/v1/message_snippets': listOf([]),
  });
  answerMany(server, {
    recipients: [['41', 'Anna Bos']],
    skipped: [
      ['42', 'Bram Bos', 'no_consent'],
      ['43', 'Cas Bos', 'no_consent'],
    ],
  });
  await render('/users', { as: 'admin', server });
  await screen.findAllByText('Anna Bos');
  await choose(user, 'Anna Bos', 'Bram Bos', 'Cas Bos');
  const dialog = await openDialog(user);
  expect(await dialog.findByText(/Geen toestemming voor nieuws: Bram Bos en Cas Bos/)).toBeTruthy();
  await user.type(dialog.getByLabelText(/Onderwerp/), 'Kerstborrel');
  await user.type(dialog.getByLabelText(/Je bericht/), 'Kom je ook?');
  await user.click(dialog.getByRole('button', { name: 'Versturen' }));
  await waitFor(() => expect(toasts.value.at(-1)?.title).toBe('Je bericht is verstuurd aan 1 persoon'));
  expect(sentTo(server, MANY)[0]?.body).toEqual({
    data: { attributes: { recipient_ids: ['41', '42', '43'], subject: 'Kerstborrel', body: 'Kom je ook?' } },
  });
});

const SCHOOL = {
  id: '3',
  name: 'Lyceum',
  organizationType: 'School',
} as (typeof organizations.value)[number];

describe('the students of a mentor', () => {
  async function openClass(mentorId: string) {
    const student = (id: string, name: string) =>
      wire('users', id, { full_name: name, email: `${id}@example.org`, status: 'active' }, { meta: {} });
    const link = (id: string, studentId: string) =>
      wire('student_links', id, { student_id: studentId, mentor_id: mentorId, organization_id: '3' });
    const server = fakeServer({
      '/api/v1/users': listOf([student('21', 'Sem Student'), student('22', 'Lot Leerling')]),
      '/api/v1/student_links': listOf([link('5', '21'), link('6', '22')]),
      '/api/v1/applications': listOf([]),
    });
    answerMany(server, {
      recipients: [
        ['21', 'Sem Student'],
        ['22', 'Lot Leerling'],
      ],
    });
    await render('/students', { as: 'organization', server });
    act(() => {
      organizations.value = [SCHOOL];
      menu.value = ['students'];
      selectOrganization('3');
    });
    await screen.findAllByText('Sem Student');
    return server;
  }

  test('are chosen in the class and written to', async () => {
    const user = userEvent.setup();
    const server = await openClass('7');
    await choose(user, 'Sem Student', 'Lot Leerling');
    const dialog = await openDialog(user);
    await user.type(await dialog.findByLabelText(/Je bericht/), 'Vergeet je uren niet.');
    await user.click(dialog.getByRole('button', { name: 'Aan 2 mensen versturen' }));
    await waitFor(() => expect(toasts.value.at(-1)?.title).toBe('Je bericht is verstuurd aan 2 mensen'));
    expect(sentTo(server, MANY)[0]?.body).toEqual({
      data: { attributes: { recipient_ids: ['21', '22'], body: 'Vergeet je uren niet.' } },
    });
  });

  test('cannot be chosen by who guides none of them', async () => {
    await openClass('8');
    expect(screen.queryByRole('checkbox', { name: 'Kiezen: Sem Student' })).toBeNull();
  });
});
