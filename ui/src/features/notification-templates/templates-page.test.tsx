// The list of mails: groups, chips with their counts, and what is looked for.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { MailTemplate } from '../../api/template-calls.ts';
import { type FakeServer, fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { countsOf, found, groupsOf, hrefOf, lackingLanguage, readState } from './template-list.ts';

const attributes = (kind: string, more: Record<string, unknown> = {}) => ({
  kind,
  locale: 'nl',
  group: 'applications',
  audience: 'volunteer',
  is_mandatory: false,
  is_changed: false,
  is_active: true,
  is_missing_translation: false,
  subject: 'Je aanmelding voor Taalmaatje',
  last_sent_at: null,
  updated_at: null,
  updated_by_name: null,
  ...more,
});

const ROWS = [
  attributes('account_confirm', {
    group: 'account',
    audience: 'everyone',
    is_mandatory: true,
    subject:
      '{% if is_change %}Bevestig iets anders{% else %}Bevestig je e-mailadres bij {{ site }}{% endif %}',
  }),
  attributes('application_received', {
    is_mandatory: true,
    is_changed: true,
    is_missing_translation: true,
    updated_at: '2026-10-03T09:00:00Z',
    updated_by_name: 'Marieke Bos',
    last_sent_at: '2026-11-20T09:00:00Z',
  }),
  attributes('application_did_it_happen_14d', {
    is_active: false,
    subject: 'Ben je begonnen bij Café Zuid?',
  }),
];

function serverWithList(): FakeServer {
  return fakeServer({
    '/api/v1/notification_templates': listOf(
      ROWS.map((each) => wire('notification_templates', each.kind, each)),
    ),
  });
}

const open = (path = '/notification_templates', server = serverWithList()) =>
  render(path, { as: 'admin', server });

test('every mail stands in its group, with whose text it has and whether it can be off', async () => {
  await open();
  const table = await screen.findByRole('table');
  const heads = within(table).getAllByRole('rowgroup').slice(1);
  expect(heads.map((group) => group.querySelector('.mail-group')?.textContent)).toEqual([
    'Account',
    'Aanmeldingen',
  ]);
  expect(
    within(table).getByRole('row', { name: /Bevestig je e-mailadres bij Adres van de site/ }),
  ).toBeTruthy();
  const row = within(table).getByRole('row', { name: /We hebben je aanmelding ontvangen/ });
  for (const text of [
    'Vrijwilliger',
    'Eigen tekst',
    'Engels ontbreekt',
    'Verplicht',
    '20 nov',
    /^Marieke Bos, 3 okt/,
  ])
    expect(within(row).getByText(text)).toBeTruthy();
  expect(within(row).getByRole('link').getAttribute('href')).toBe(
    '/notification_templates/application_received/edit',
  );
  const off = within(table).getByRole('row', { name: /De vraag of je begonnen bent/ });
  expect(within(off).getByText('Uitgezet')).toBeTruthy();
  expect(within(off).getByText('Niet gewijzigd')).toBeTruthy();
  expect(screen.getByText('3 mails. 1 met eigen tekst, 1 uitgezet.')).toBeTruthy();
});

test('chips count what they show, and keep what is looked for', async () => {
  const { router } = await open('/notification_templates?q=cafe');
  expect(await screen.findByRole('row', { name: /De vraag of je begonnen bent/ })).toBeTruthy();
  expect(screen.queryByRole('row', { name: /aanmelding ontvangen/ })).toBeNull();
  const chips = within(screen.getByRole('navigation', { name: 'Opgeslagen filters' }));
  const texts = chips.getAllByRole('link').map((link) => link.textContent);
  expect(texts).toEqual(['Alle3', 'Eigen tekst1', 'Uitgezet1', 'Verplicht2', 'Engels ontbreekt1']);
  await userEvent.click(chips.getByRole('link', { name: /Verplicht/ }));
  expect(await screen.findByText('Geen mail gevonden')).toBeTruthy();
  await waitFor(() => expect(router.state.location.search).toBe('?view=mandatory&q=cafe'));
});

test('typing looks a moment later, and the address keeps it', async () => {
  const { router } = await open();
  await userEvent.type(await screen.findByRole('searchbox'), 'bevestig');
  await waitFor(() => expect(router.state.location.search).toBe('?q=bevestig'));
  expect(screen.getAllByRole('row')).toHaveLength(3);
});

test('a list that cannot be loaded is asked for again', async () => {
  const server = fakeServer({ '/api/v1/notification_templates': { status: 400, document: { errors: [] } } });
  await open('/notification_templates', server);
  expect(await screen.findByRole('button', { name: /opnieuw/i })).toBeTruthy();
});

test('views, words and groups', () => {
  const rows = ROWS.map(
    (each) =>
      ({
        kind: each.kind,
        locale: 'nl',
        group: each.group,
        subject: each.subject,
        isActive: each.is_active,
        isChanged: each.is_changed,
        isMandatory: each.is_mandatory,
        isMissingTranslation: each.is_missing_translation,
      }) as MailTemplate,
  );
  expect(countsOf(rows)).toEqual({ all: 3, own: 1, off: 1, mandatory: 2, untranslated: 1 });
  const kinds = (view: 'all' | 'off', q: string) =>
    found(rows, { view, q }, { nameOf: (kind) => kind, subjectOf: (subject) => subject }).map(
      ({ kind }) => kind,
    );
  expect(kinds('all', 'JE e-mail')).toEqual(['account_confirm']);
  expect(kinds('off', 'taalmaatje')).toEqual([]);
  const [, own] = rows;
  expect(own && lackingLanguage(own)).toBe('en');
  expect(own && lackingLanguage({ ...own, isChanged: false })).toBe('nl');
  expect(groupsOf(rows).map(({ group }) => group)).toEqual(['account', 'applications']);
  expect(readState(new URLSearchParams('view=nothing'))).toEqual({ view: 'all', q: '' });
  expect(hrefOf({ view: 'own', q: 'a b' })).toBe('/notification_templates?view=own&q=a+b');
});
