import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const REPORT = {
  subject_type: 'messages',
  subject_id: '4',
  subject_title: 'Ronald Smit',
  subject_path: null,
  organization_id: '3',
  organization_name: 'Stichting Winterhulp',
  reported_user_id: '40',
  reported_name: 'Ronald Smit',
  category: 'money',
  body: 'Ik moest betalen.',
  reporter_name: 'Joke Vermeer',
  reporter_email: null,
  status: 'new',
  created_at: '2026-11-27T19:05:00Z',
  snapshot: {
    title: 'Ronald Smit',
    text: 'Kun je alvast 25 euro overmaken?',
    author: 'Ronald Smit',
    at: '2026-11-27T18:43:00Z',
    before: { text: 'Leuk dat je mee wilt doen!', author: 'Ronald Smit', at: '2026-11-27T18:40:00Z' },
    details: [],
  },
  is_hidden: true,
  reports: [
    {
      id: '5',
      category: 'money',
      body: 'Ik moest betalen.',
      reporter_name: 'Joke Vermeer',
      created_at: '2026-11-27T19:05:00Z',
      status: 'new',
    },
    {
      id: '6',
      category: 'money',
      body: 'Ik ook.',
      reporter_name: '',
      created_at: '2026-11-28T10:12:00Z',
      status: 'new',
    },
  ],
  reports_count: 2,
  account_days: 5,
  organization_since: '2024-03-01',
  earlier_reports: 0,
  earlier_measures: 0,
  handled_by_id: null,
  handled_by_name: null,
  decided_by_id: null,
  decided_by_name: null,
  decided_at: null,
  measures: [],
  reporter_text: null,
  reported_text: null,
  note: null,
  appeal_until: null,
  appealed_at: null,
  appeal_by: null,
  appeal_body: null,
  appeal_status: null,
  appeal_text: null,
  can_decide_appeal: false,
  available_measures: ['hide', 'pause_writing', 'warn', 'ask_organization', 'lock_account'],
  has_conversation: true,
};

type Attributes = Partial<Record<keyof typeof REPORT, unknown>>;

const CAN = { meta: { can: ['manage'] } };

function serverOf(attributes: Attributes = {}, kind = 'report'): FakeServer {
  const report = { ...REPORT, ...attributes };
  const common = {
    kind,
    title: 'Ronald Smit',
    organization: 'Stichting Winterhulp',
    since: '2026-11-27T19:05:00Z',
    waiting_days: 1,
  };
  const row = wire('abuse_reports', '5', report, { meta: { ...CAN.meta, common } as never });
  const server = fakeServer({
    '/api/v1/moderation': listOf([row]),
    '/api/v1/abuse_reports/5': {
      ...oneOf(wire('abuse_reports', '5', report, CAN)),
      headers: { etag: '"7"' },
    },
    '/api/v1/abuse_reports': listOf([
      wire('abuse_reports', '5', report, CAN),
      wire('abuse_reports', '9', { ...report, reports: [], subject_id: '8', status: 'in_review' }, CAN),
    ]),
  });
  for (const step of ['take', 'act', 'dismiss', 'duplicate', 'hide', 'show', 'decide_appeal'])
    server.answer(`PUT /api/v1/abuse_reports/5/${step}`, oneOf(wire('abuse_reports', '5', report, CAN)));
  return server;
}

const putOf = (server: FakeServer, step: string) =>
  server.calls.find(
    ({ method, address }) => method === 'PUT' && address.endsWith(`/abuse_reports/5/${step}`),
  );

async function open(server: FakeServer, kind = 'report') {
  await render(`/moderation?kind=${kind}&open=abuse_reports-5`, { as: 'coordinator', server });
  await screen.findByText('Kun je alvast 25 euro overmaken?');
  return userEvent.setup();
}

test('a report shows the message and the one before it, who reports it, and what is known', async () => {
  await open(serverOf());
  expect(screen.getByText('Leuk dat je mee wilt doen!')).toBeTruthy();
  expect(screen.getByText('‘Ik ook.’')).toBeTruthy();
  expect(screen.getByText('Iemand zonder account')).toBeTruthy();
  expect(screen.getByText('Het account is 5 dagen oud')).toBeTruthy();
  expect(screen.getByText('Nu verborgen')).toBeTruthy();
  expect(screen.getAllByText('2 keer gemeld').length).toBeGreaterThan(0);
});

test('measures are carried out with a text for each side, about the version that was read', async () => {
  const server = serverOf();
  const user = await open(server);
  await user.click(screen.getByRole('button', { name: /Maatregel nemen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Maatregel nemen' }));
  const toReporter = dialog.getByLabelText('De mail aan de 2 mensen die het meldden') as HTMLTextAreaElement;
  expect((dialog.getByLabelText(/Bericht verbergen/) as HTMLInputElement).checked).toBe(true);
  expect(toReporter.value).toContain('Het bericht is verborgen.');
  await user.keyboard('2');
  expect(toReporter.value).toContain('Ronald Smit kan 30 dagen geen berichten sturen.');
  await user.clear(toReporter);
  await user.click(dialog.getByRole('button', { name: 'Uitvoeren' }));
  expect(putOf(server, 'act')).toBeUndefined();
  await user.type(toReporter, 'Bedankt.');
  await user.click(dialog.getByRole('button', { name: 'Uitvoeren' }));
  await waitFor(() => expect(putOf(server, 'act')).toBeTruthy());
  expect(putOf(server, 'act')?.headers.get('If-Match')).toBe('"7"');
  expect(putOf(server, 'act')?.body).toMatchObject({
    data: {
      attributes: {
        measures: ['hide', 'pause_writing'],
        reporter_text: 'Bedankt.',
        reported_text: expect.stringContaining('geld of oplichting'),
      },
    },
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(location.search).toBe('?kind=report');
});

test('without a measure nothing is carried out', async () => {
  const server = serverOf({ available_measures: ['warn'] });
  const user = await open(server);
  await user.click(screen.getByRole('button', { name: /Maatregel nemen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Maatregel nemen' }));
  await user.click(dialog.getByRole('button', { name: 'Uitvoeren' }));
  expect(await dialog.findByText('Kies eerst wat er gebeurt.')).toBeTruthy();
  expect(putOf(server, 'act')).toBeUndefined();
});

test('doing nothing answers who reported it, and says that what was hidden comes back', async () => {
  const server = serverOf();
  const user = await open(server);
  await user.click(screen.getByRole('button', { name: /Niets doen/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Niets doen' }));
  expect(dialog.getByText(/weer te zien/)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Niets doen' }));
  await waitFor(() => expect(putOf(server, 'dismiss')).toBeTruthy());
});

test('a duplicate goes with another report, never with one of the same', async () => {
  const server = serverOf();
  const user = await open(server);
  await user.click(screen.getByRole('button', { name: /Dubbel/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Waar hoort dit bij?' }));
  expect(await dialog.findAllByRole('radio')).toHaveLength(1);
  await user.click(dialog.getByRole('radio'));
  await user.click(dialog.getByRole('button', { name: 'Opslaan als dubbel' }));
  await waitFor(() =>
    expect(putOf(server, 'duplicate')?.body).toMatchObject({ data: { attributes: { of_id: '9' } } }),
  );
});

test('a whole conversation is read after a warning alone', async () => {
  const server = serverOf();
  server.answer('PUT /api/v1/abuse_reports/5/read_conversation', {
    document: {
      data: null,
      meta: {
        messages: [
          {
            author: 'Joke',
            side: 'person',
            body: 'Mag ik meedoen?',
            created_at: '2026-11-26T10:00:00Z',
            is_reported: false,
          },
        ],
      },
    },
  });
  const user = await open(server);
  await user.click(screen.getByRole('button', { name: 'Heel gesprek lezen' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Heel gesprek lezen?' }));
  expect(dialog.getByText(/Beide kanten zien dat/)).toBeTruthy();
  expect(putOf(server, 'read_conversation')).toBeUndefined();
  await user.click(dialog.getByRole('button', { name: 'Heel gesprek lezen' }));
  expect(await screen.findByText('Mag ik meedoen?')).toBeTruthy();
  expect(putOf(server, 'read_conversation')?.headers.get('If-Match')).toBe('"7"');
});

const DECIDED = {
  status: 'action_taken',
  measures: ['hide'],
  decided_at: '2026-11-28T10:00:00Z',
  decided_by_name: 'Marieke Bos',
  appeal_by: 'reported',
  appeal_body: 'Ik heb niemand uitgescholden.',
  appealed_at: '2026-11-28T12:00:00Z',
  appeal_status: 'open',
};

test('who decided does not judge the appeal', async () => {
  await open(serverOf(DECIDED, 'appeal'), 'appeal');
  expect(screen.getByText('‘Ik heb niemand uitgescholden.’')).toBeTruthy();
  expect(screen.getByText(/Jij hebt dit zelf beslist/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Ander besluit/ })).toBeNull();
  expect(screen.queryByRole('button', { name: /Maatregel nemen/ })).toBeNull();
});

test('a colleague takes another decision, and says why', async () => {
  const server = serverOf({ ...DECIDED, can_decide_appeal: true }, 'appeal');
  const user = await open(server, 'appeal');
  expect(screen.queryByText(/Jij hebt dit zelf beslist/)).toBeNull();
  await user.click(screen.getByRole('button', { name: /Ander besluit/ }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Een ander besluit nemen' }));
  await user.click(dialog.getByRole('button', { name: 'Versturen' }));
  expect(await dialog.findByText('Schrijf een tekst.')).toBeTruthy();
  await user.type(dialog.getByLabelText('Wat je antwoordt'), 'Het was niet beledigend.');
  await user.click(dialog.getByRole('button', { name: 'Versturen' }));
  await waitFor(() =>
    expect(putOf(server, 'decide_appeal')?.body).toMatchObject({
      data: { attributes: { overturn: true, text: expect.stringContaining('niet beledigend') } },
    }),
  );
});

test('a link in a mail leads to where the report stands by now', async () => {
  await render('/moderation?report=5', { as: 'coordinator', server: serverOf() });
  await screen.findByText('Kun je alvast 25 euro overmaken?');
  expect(location.search).toBe('?kind=report&open=abuse_reports-5');
});

test('the year is counted by kind, with the sums below', async () => {
  const row = (category: string, subject_type: string, received: number) => ({
    category,
    subject_type,
    received,
    action_taken: 1,
    no_action: 0,
    duplicate: 0,
    open: received - 1,
    appealed: 0,
    overturned: 0,
    median_days: 2,
  });
  const server = fakeServer({
    '/api/v1/abuse_reports/counts': {
      document: {
        data: null,
        meta: {
          year: 2026,
          rows: [row('money', 'messages', 3), row('money', 'vacancies', 2), row('spam', 'vacancies', 1)],
        },
      },
    },
  });
  await render('/moderation/rapport', { as: 'coordinator', server });
  const money = await screen.findByRole('row', { name: /Geld of oplichting/ });
  expect(
    within(money)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['5', '2', '0', '0', '3', '0', '0', '–']);
  expect(within(screen.getByRole('row', { name: /Samen/ })).getAllByRole('cell')[0]?.textContent).toBe('6');
});
