// Around the text of a mail: the standard and the way back, the switch, levels, a test, earlier texts, the preview.
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { menu } from '../../lib/session/session.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import {
  API,
  attributes,
  attributesOf,
  BODY,
  KIND,
  OWN,
  open,
  preview,
  saveButton,
  sent,
  serverWithMail,
  show,
  subject,
  type,
} from '../../testing/mail-editor.tsx';
import { render } from '../../testing/render.tsx';

afterEach(() => localStorage.clear());

test("one's own text beside the standard, and the way back", async () => {
  const server = serverWithMail(OWN);
  await open(server);
  await userEvent.click(screen.getByRole('button', { name: 'Verschil bekijken' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verschil met de standaard' });
  const words = (mark: string) => [...dialog.querySelectorAll(mark)].map(({ textContent }) => textContent);
  expect(words('del')).toEqual(['Je', 'aanmelding']);
  expect(words('ins')).toEqual(['Van', 'ons']);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Sluiten' }));
  await userEvent.click(screen.getByRole('button', { name: 'Terug naar de standaard' }));
  const sure = await screen.findByRole('dialog', { name: 'Terug naar de standaardtekst?' });
  show(server, 'nl');
  await userEvent.click(within(sure).getByRole('button', { name: 'Terugzetten' }));
  expect(await screen.findByText('De standaardtekst geldt weer')).toBeTruthy();
  expect(sent(server, 'PUT', '/reset')[0]?.address).toBe(`${API}/reset?locale=nl`);
  await waitFor(() => expect(subject().value).toBe('Je aanmelding'));
});

test('a text that was made as the standard again follows it', async () => {
  const server = serverWithMail(OWN);
  await open(server);
  type(subject(), 'Je aanmelding');
  await userEvent.click(saveButton());
  await waitFor(() => expect(attributesOf(sent(server, 'PATCH', '')[0])).toEqual({ subject: null }));
});

test('a mail is switched off; one that is mandatory is not', async () => {
  const server = serverWithMail();
  const { unmount } = await open(server);
  show(server, 'nl', { is_active: false });
  const off = attributes('nl', { is_active: false });
  server.answer(`PATCH ${API}`, oneOf(wire('notification_templates', KIND, off)));
  await userEvent.click(screen.getByRole('checkbox', { name: /^Deze mail versturen/ }));
  expect(await screen.findByText('De mail wordt niet meer verstuurd')).toBeTruthy();
  expect(attributesOf(sent(server, 'PATCH', '')[0])).toEqual({ is_active: false });
  expect(await screen.findByText('Deze mail is uitgezet: niemand krijgt die nu.')).toBeTruthy();
  unmount();
  await open(serverWithMail({ is_mandatory: true }));
  const box = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Deze mail gaat altijd weg/ });
  expect([box.checked, box.disabled]).toEqual([true, true]);
});

test('a switch that a colleague crossed goes back, and says so', async () => {
  const server = serverWithMail();
  server.answer(`PATCH ${API}`, { status: 412, document: { errors: [{ status: '412' }] } });
  await open(server);
  const box = () => screen.getByRole<HTMLInputElement>('checkbox', { name: /^Deze mail versturen/ });
  await userEvent.click(box());
  expect(await screen.findByText('Dat is niet gelukt. Probeer het opnieuw.')).toBeTruthy();
  expect(box().checked).toBe(true);
  // Nothing was typed: there is nothing to choose between.
  expect(screen.queryByText('Een collega heeft deze tekst net gewijzigd')).toBeNull();
});

test('what all centres do not send stays off, and says so', async () => {
  const server = serverWithMail({ is_active: false });
  server.answer(
    `PATCH ${API}`,
    oneOf(wire('notification_templates', KIND, attributes('nl', { is_active: false }))),
  );
  await open(server);
  await userEvent.click(screen.getByRole('checkbox', { name: /^Deze mail versturen/ }));
  expect(await screen.findByText(/^Deze mail is uitgezet voor alle vrijwilligerspunten\./)).toBeTruthy();
  expect(screen.queryByText('De mail wordt weer verstuurd')).toBeNull();
});

test('who writes texts and runs nothing switches nothing off and resets nothing', async () => {
  await open(serverWithMail(OWN), '?scope=tenant');
  act(() => {
    menu.value = ['mail_texts'];
  });
  expect(await screen.findByText('Deze mail wordt verstuurd.')).toBeTruthy();
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Terug naar de standaard' })).toBeNull();
  expect(screen.queryByRole('navigation', { name: 'Voor wie deze tekst geldt' })).toBeNull();
});

test('an admin writes for all centres', async () => {
  const server = serverWithMail({ tenant: { subject: 'Van ons allen', intro: null, body: null } });
  await open(server);
  const levels = within(screen.getByRole('navigation', { name: 'Voor wie deze tekst geldt' }));
  await userEvent.click(levels.getByRole('link', { name: 'Alle vrijwilligerspunten' }));
  await waitFor(() => expect(subject().value).toBe('Van ons allen'));
  type(subject(), 'Van ons samen');
  await userEvent.click(saveButton());
  await waitFor(() => expect(sent(server, 'PATCH', '')[0]?.address).toBe(`${API}?locale=nl&scope=tenant`));
});

test('a test goes to oneself with what is typed, ten times an hour', async () => {
  const server = serverWithMail();
  await open(server);
  expect(screen.getByLabelText<HTMLInputElement>('Testmail sturen naar').value).toBe('ada@example.org');
  type(subject(), 'Even proberen');
  await userEvent.click(screen.getByRole('button', { name: 'Testmail sturen' }));
  expect(await screen.findByText('De testmail is verstuurd')).toBeTruthy();
  expect(attributesOf(sent(server, 'POST', '/test_mail')[0])).toEqual({
    subject: 'Even proberen',
    intro: null,
    body: BODY,
  });
  const headers = { 'Retry-After': '0.001' };
  server.answer(`POST ${API}/test_mail`, { status: 429, headers, document: { errors: [{ status: '429' }] } });
  await userEvent.click(screen.getByRole('button', { name: 'Testmail sturen' }));
  expect(await screen.findByText('Je hebt tien testmails gestuurd. Over een uur kan het weer.')).toBeTruthy();
});

test('an earlier text is put back; what was typed is not lost without asking', async () => {
  const server = serverWithMail(OWN);
  server.answer(
    `GET ${API}/versions`,
    listOf(
      [3, 2, 1].map((number) =>
        wire('versions', String(number), {
          number,
          at: `2026-10-0${number}T10:00:00Z`,
          actor_name: number === 1 ? null : 'Bas',
          changes: number === 3 ? ['subject', 'body'] : [],
          subject: number === 1 ? null : 'Eerder',
          intro: null,
          body: null,
        }),
      ),
    ),
  );
  server.answer(
    `POST ${API}/versions/2/restore`,
    oneOf(wire('notification_templates', KIND, attributes('nl', OWN))),
  );
  await open(server);
  expect(await screen.findByText('Onderwerp, Bericht gewijzigd')).toBeTruthy();
  expect(screen.getByText('Nu in gebruik')).toBeTruthy();
  // What there was before anything was written is the standard text, which is there already.
  expect(screen.getAllByText('Standaardtekst', { selector: '.mail-version-list div' })).toHaveLength(1);
  type(subject(), 'Half af');
  expect(screen.getByText('Hier ben je')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Terugzetten: Eerste eigen tekst/ }));
  const sure = await screen.findByRole('dialog', { name: 'Deze tekst terugzetten?' });
  await userEvent.click(within(sure).getByRole('button', { name: 'Terugzetten' }));
  expect(await screen.findByText('De eerdere tekst staat er weer')).toBeTruthy();
  expect(sent(server, 'POST', '/versions/2/restore')[0]?.address).toBe(`${API}/versions/2/restore?locale=nl`);
  await waitFor(() => expect(subject().value).toBe('Van ons'));
});

test('the preview as text, dark, and without an answer', async () => {
  const server = serverWithMail();
  await open(server);
  await screen.findByText('Je aanmelding voor Taalmaatje');
  await userEvent.click(screen.getByRole('button', { name: 'Donker' }));
  expect(document.querySelector('.mail-view')?.getAttribute('data-theme')).toBe('dark');
  await userEvent.click(screen.getByRole('button', { name: 'Tekst' }));
  expect(screen.getByText('Fijn dat je Taalmaatje wilt worden.')).toBeTruthy();
  server.answer(`POST ${API}/preview`, { status: 400, document: { errors: [] } });
  type(subject(), 'Anders');
  expect(await screen.findByText(/Het voorbeeld is er nu niet/)).toBeTruthy();
  server.answer(`POST ${API}/preview`, oneOf(preview));
  await userEvent.click(screen.getByRole('button', { name: 'Opnieuw proberen' }));
  await waitFor(() => expect(screen.queryByText(/Het voorbeeld is er nu niet/)).toBeNull());
});

test('a mail that there is not', async () => {
  await render('/notification_templates/nothing/edit', { as: 'admin', server: fakeServer() });
  expect(await screen.findByRole('heading', { level: 1, name: /niet|404/i })).toBeTruthy();
});
