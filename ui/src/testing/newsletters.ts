// Newsletters in a test: a server that has one.
import { type FakeCall, type FakeServer, fakeServer, listOf, oneOf, wire } from './fake-server.ts';

export const API = '/api/v1/newsletters';
export const ONE = `${API}/7`;

export const SEGMENT = {
  audience: 'everyone',
  theme_ids: [],
  city: null,
  km: null,
  language: null,
  active_days: null,
  seen_days: null,
};

export const attributes = (more: Record<string, unknown> = {}) => ({
  title: 'Nieuwsbrief december',
  subject: 'December: 14 plekken',
  preheader: null,
  blocks: [
    { type: 'heading', title: 'December is voor elkaar' },
    { type: 'text', text: 'Dag {{ first_name }},\n\n**Heb je een uurtje?**' },
    { type: 'vacancies', title: 'Nu nodig' },
  ],
  subject_en: null,
  preheader_en: null,
  blocks_en: null,
  segment: SEGMENT,
  is_archived: false,
  status: 'draft',
  send_at: null,
  started_at: null,
  finished_at: null,
  created_at: '2026-11-24T12:00:00Z',
  updated_at: '2026-11-24T13:02:00Z',
  updated_by_name: 'Marieke Bos',
  has_english: false,
  tested_at: null,
  recipient_count: 0,
  waiting_count: 0,
  delivered_count: 0,
  deferred_count: 0,
  bounced_count: 0,
  skipped_count: 0,
  unsubscribed_count: 0,
  per_minute: 60,
  resumed_at: null,
  resumed_from: null,
  public_path: null,
  version: 1,
  ...more,
});

export const newsletter = (more: Record<string, unknown> = {}, id = '7') =>
  wire('newsletters', id, attributes(more), { meta: { can: ['update', 'delete'], transitions: [] } });

export const CHECKS = [
  { name: 'subject', is_met: true, is_required: true, count: null },
  { name: 'tested', is_met: true, is_required: true, count: null },
  { name: 'links', is_met: true, is_required: true, count: 6 },
  { name: 'size', is_met: true, is_required: true, count: 48 },
  { name: 'english', is_met: false, is_required: false, count: null },
];

export const checksOf = (checks: readonly Record<string, unknown>[]) =>
  oneOf(wire('newsletter_checks', '7', { checks }));

export const audience = (more: Record<string, unknown> = {}) =>
  oneOf(
    wire('newsletter_audiences', '7', {
      recipients: 1284,
      willing: 3412,
      skipped: [
        { reason: 'bounced', count: 31 },
        { reason: 'under_16', count: 6 },
        { reason: 'archived', count: 0 },
      ],
      sample: [{ id: '3', name: 'Sanne de Vries' }],
      minutes: 22,
      ...more,
    }),
  );

export function serverWithNewsletter(more: Record<string, unknown> = {}): FakeServer {
  const server = fakeServer({
    [`GET ${ONE}/audience`]: audience(),
    [`GET ${ONE}/checks`]: checksOf(CHECKS),
    [`GET ${ONE}/history`]: listOf([]),
    [`POST ${ONE}/preview`]: oneOf(
      wire('newsletter_previews', '7', {
        subject: 'December: 14 plekken',
        html: '<p>Dag Sanne,</p>',
        text: 'Dag Sanne,',
        size: 48_000,
      }),
    ),
    [`POST ${ONE}/test_mail`]: { status: 204 },
    '/api/v1/taxonomies/activity_types': listOf([
      wire('taxonomies', '11', {
        kind: 'activity_types',
        key: 'language',
        name_nl: 'Taal',
        name_en: 'Language',
      }),
      wire('taxonomies', '12', { kind: 'activity_types', key: 'care', name_nl: 'Zorg', name_en: 'Care' }),
    ]),
    [API]: listOf([newsletter(more)], { meta: { can: ['create'] } }),
  });
  store(server, more);
  return server;
}

/** As the server has it from now on, and as it answers a change. */
export function store(server: FakeServer, more: Record<string, unknown> = {}, etag = '"1"'): void {
  const answer = { ...oneOf(newsletter(more)), headers: { ETag: etag } };
  server.answer(ONE, answer);
  server.answer(`PATCH ${ONE}`, (call) => ({
    ...oneOf(newsletter({ ...more, ...(attributesOf(call) as object) })),
    headers: { ETag: `"${Number(etag.replaceAll('"', '')) + 1}"` },
  }));
}

export const sent = (server: FakeServer, method: string, path: string): FakeCall[] =>
  server.calls.filter((call) => call.method === method && call.address === path);
export const attributesOf = (call: FakeCall | undefined): unknown =>
  (call?.body as { data?: { attributes?: unknown } } | undefined)?.data?.attributes;
