// The editor of a mail in a test: a server that has one, and what stands on the screen.
import { fireEvent, screen } from '@testing-library/react';
import { type FakeCall, type FakeServer, fakeServer, listOf, oneOf, wire } from './fake-server.ts';
import { render } from './render.tsx';

export const KIND = 'application_received';
export const API = `/api/v1/notification_templates/${KIND}`;
export const BODY = 'Fijn dat je {{ vacancy_title }} wilt worden.\n\n[Mijn aanmelding bekijken]({{ path }})';

export const attributes = (locale: string, more: Record<string, unknown> = {}) => ({
  kind: KIND,
  locale,
  group: 'applications',
  audience: 'volunteer',
  is_mandatory: false,
  is_changed: false,
  is_active: true,
  is_missing_translation: false,
  subject: locale === 'nl' ? 'Je aanmelding' : 'Your application',
  intro: null,
  body: BODY,
  origins: { subject: 'built_in', intro: 'built_in', body: 'built_in' },
  built_in: { subject: locale === 'nl' ? 'Je aanmelding' : 'Your application', body: BODY },
  placeholders: [
    '{{ vacancy_title }}',
    '{{ organization_name }}',
    '{{ path }}',
    '{% if position %}',
    '{% endif %}',
  ],
  samples: {
    '{{ vacancy_title }}': 'Taalmaatje',
    '{{ organization_name }}': 'Taalhuis',
    '{{ path }}': 'site.nl/…',
  },
  mandatory_placeholders: ['vacancy_title', 'path'],
  max_lengths: { subject: 150, intro: 1000, body: 20000 },
  version: 0,
  last_sent_at: null,
  updated_at: null,
  updated_by_name: null,
  ...more,
});

export const OWN = {
  is_changed: true,
  subject: 'Van ons',
  version: 2,
  origins: { subject: 'volunteer_center', intro: 'built_in', body: 'built_in' },
};

export const preview = wire('notification_templates', KIND, {
  subject: 'Je aanmelding voor Taalmaatje',
  html: '<p style="margin:0">Fijn dat je Taalmaatje wilt worden.</p>',
  text: 'Fijn dat je Taalmaatje wilt worden.',
});

export function show(
  server: FakeServer,
  locale: 'nl' | 'en',
  more: Record<string, unknown> = {},
  etag = '"1"',
) {
  const answer = {
    ...oneOf(wire('notification_templates', KIND, attributes(locale, more))),
    headers: { ETag: etag },
  };
  server.answer(`${API}?locale=${locale}`, answer);
  server.answer(`${API}?locale=${locale}&scope=tenant`, answer);
}

export function serverWithMail(more: Record<string, unknown> = {}): FakeServer {
  const server = fakeServer({
    [`POST ${API}/preview`]: oneOf(preview),
    [`GET ${API}/versions`]: listOf([]),
    [`POST ${API}/test_mail`]: { status: 204 },
    [`PATCH ${API}`]: oneOf(wire('notification_templates', KIND, attributes('nl', OWN))),
    [`PUT ${API}/reset`]: oneOf(wire('notification_templates', KIND, attributes('nl'))),
    '/api/v1/notification_templates': listOf([]),
  });
  show(server, 'nl', more);
  show(server, 'en');
  return server;
}

export async function open(server = serverWithMail(), search = '') {
  const rendered = await render(`/notification_templates/${KIND}/edit${search}`, { as: 'admin', server });
  await screen.findByLabelText('Onderwerp');
  return rendered;
}

export const sent = (server: FakeServer, method: string, path: string): FakeCall[] =>
  server.calls.filter((call) => call.method === method && call.address.startsWith(`${API}${path}`));
export const attributesOf = (call: FakeCall | undefined): unknown =>
  (call?.body as { data?: { attributes?: unknown } } | undefined)?.data?.attributes;

export const subject = () => screen.getByLabelText<HTMLTextAreaElement>('Onderwerp');
export const body = () => screen.getByLabelText<HTMLTextAreaElement>('Bericht');
export const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
export const saveButton = () => screen.getByRole('button', { name: 'Mailtekst opslaan' });
