import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { dropAllDrafts } from '../../../lib/unsaved/drafts.ts';
import type { FakeServer } from '../../../testing/fake-server.ts';
import { oneOf } from '../../../testing/fake-server.ts';
import {
  attributesOf,
  CHECKS,
  checksOf,
  newsletter,
  ONE,
  SEGMENT,
  sent,
  serverWithNewsletter,
  store,
} from '../../../testing/newsletters.ts';
import { render } from '../../../testing/render.tsx';

afterEach(dropAllDrafts);

async function open(server: FakeServer = serverWithNewsletter()) {
  const rendered = await render('/content/newsletters/7/edit', { as: 'admin', server });
  await screen.findByLabelText('Onderwerp');
  return rendered;
}

const subject = () => screen.getByLabelText<HTMLInputElement>('Onderwerp');
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } });
const part = (name: string) => screen.getByRole('region', { name });
const patches = (server: FakeServer) => sent(server, 'PATCH', ONE);
/** It saves itself a moment after the last change. */
const saved = async (server: FakeServer, count: number) => {
  await waitFor(() => expect(patches(server)).toHaveLength(count), { timeout: 4000 });
  await screen.findAllByText(/opgeslagen om/, undefined, { timeout: 2000 });
  return patches(server).at(-1);
};
const choose = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('what is typed saves itself against the version that was read, and only that', async () => {
  const { server } = await open();
  type(subject(), 'December is er');
  expect(screen.getByText(/nog niet opgeslagen/)).toBeTruthy();
  const first = await saved(server, 1);
  expect(attributesOf(first)).toEqual({ subject: 'December is er' });
  expect(first?.headers.get('If-Match')).toBe('"1"');
  type(screen.getByLabelText(/^Eerste regel/), 'Van de kerstmarkt tot koffie');
  const second = await saved(server, 2);
  expect(attributesOf(second)).toEqual({ preheader: 'Van de kerstmarkt tot koffie' });
  expect(second?.headers.get('If-Match')).toBe('"2"');
});

test('blocks are added, written, moved and deleted; a deletion can be undone', async () => {
  const { server } = await open();
  await userEvent.click(screen.getByRole('button', { name: 'Blok toevoegen onderaan de mail' }));
  await userEvent.click(screen.getByRole('menuitem', { name: /^Oproep/ }));
  const call = screen.getByRole('region', { name: 'Blok 4 van 4: Oproep, gekozen' });
  type(within(call).getByLabelText('Kop'), 'Kom naar het wintercafé');
  type(within(call).getByLabelText('Tekst op de knop'), 'Ik kom');
  type(within(call).getByLabelText('Waar de knop heen gaat'), '/agenda');
  await userEvent.click(within(call).getByRole('button', { name: 'Omhoog' }));
  expect(screen.getByText('Oproep staat nu op plek 3 van 4')).toBeTruthy();
  const made = {
    type: 'call',
    title: 'Kom naar het wintercafé',
    text: null,
    label: 'Ik kom',
    link: '/agenda',
  };
  const first = attributesOf(await saved(server, 1)) as { blocks: { type: string }[] };
  expect(first.blocks.map(({ type: each }) => each)).toEqual(['heading', 'text', 'call', 'vacancies']);
  expect(first.blocks[2]).toEqual(made);

  await choose('Blok 1 wijzigen, Kop: December is voor elkaar');
  await userEvent.click(
    within(part('Blok 1 van 4: Kop, gekozen')).getByRole('button', { name: 'Verwijderen' }),
  );
  expect(screen.queryByText('December is voor elkaar')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Ongedaan maken' }));
  expect(screen.getByRole('heading', { level: 2, name: 'December is voor elkaar' })).toBeTruthy();
});

test('the first name is a chip that is put in the text, and reads as one', async () => {
  const { server } = await open();
  const shown = part('Blok 2 van 3: Tekst');
  expect(shown.querySelector('.slot-chip')?.textContent).toBe('Voornaam');
  expect(shown.querySelector('b')?.textContent).toBe('Heb je een uurtje?');
  await choose('Blok 2 wijzigen, Tekst: Dag , Heb je een uurtje?');
  const field = screen.getByLabelText<HTMLTextAreaElement>('Tekst');
  field.focus();
  field.setSelectionRange(field.value.length, field.value.length);
  fireEvent.select(field);
  await choose('Voornaam invoegen');
  const { blocks } = attributesOf(await saved(server, 1)) as { blocks: unknown[] };
  expect(blocks[1]).toEqual({
    type: 'text',
    text: 'Dag {{ first_name }},\n\n**Heb je een uurtje?**{{ first_name }}',
  });
});

test('who gets it is a sentence: its words are choices, and conditions come and go', async () => {
  const { server } = await open();
  const who = part('Aan wie?');
  expect(await within(who).findByText('1.284')).toBeTruthy();
  expect(within(who).getByText('Van de 3.412 mensen die de nieuwsbrief willen')).toBeTruthy();
  expect(within(who).getByText('Niet: 31 adressen die niet werken')).toBeTruthy();
  expect(within(who).queryByText(/op slot/)).toBeNull();

  await userEvent.selectOptions(within(who).getByLabelText('Voor wie'), 'Elke vrijwilliger');
  await userEvent.click(within(who).getByRole('button', { name: 'Voorwaarde' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Wie bepaald werk leuk vindt' }));
  const themes = await screen.findByRole('dialog', { name: 'Wie bepaald werk leuk vindt' });
  await userEvent.click(within(themes).getByLabelText('Taal'));
  await userEvent.click(within(themes).getByLabelText('Zorg'));
  await userEvent.click(within(themes).getByRole('button', { name: 'Klaar' }));
  await userEvent.click(within(who).getByRole('button', { name: 'Voorwaarde' }));
  await userEvent.click(screen.getByRole('menuitem', { name: 'Wie in de buurt woont' }));
  const place = await screen.findByRole('dialog', { name: 'Wie in de buurt woont' });
  await userEvent.click(within(place).getByRole('button', { name: 'Klaar' }));
  expect(within(place).getByText('Vul een plaats in.')).toBeTruthy();
  type(within(place).getByRole('combobox', { name: 'Plaats' }), 'Lindewaard');
  await userEvent.click(within(place).getByRole('button', { name: 'Klaar' }));

  expect(within(who).getByRole('button', { name: 'Soort werk: taal of zorg' })).toBeTruthy();
  expect(within(who).getByRole('button', { name: 'Plaats: Lindewaard' })).toBeTruthy();
  expect(attributesOf(await saved(server, 1))).toEqual({
    segment: { ...SEGMENT, audience: 'volunteers', theme_ids: ['11', '12'], city: 'Lindewaard', km: 10 },
  });
  // The number is that of what is stored.
  await waitFor(() => expect(sent(server, 'GET', `${ONE}/audience`).length).toBeGreaterThan(1));

  await userEvent.selectOptions(within(who).getByLabelText('Afstand'), 'Voorwaarde verwijderen');
  expect(within(who).queryByRole('button', { name: 'Plaats: Lindewaard' })).toBeNull();
  expect(attributesOf(await saved(server, 2))).toMatchObject({ segment: { city: null, km: null } });
});

test('a colleague was faster: nothing is lost, and one of the two is chosen', async () => {
  const { server } = await open();
  store(server, { subject: 'Van een collega' }, '"9"');
  server.answer(`PATCH ${ONE}`, {
    status: 412,
    document: { errors: [{ status: '412', code: 'stale_resource' }] },
  });
  type(subject(), 'Van mij');
  await screen.findByText(/Een collega heeft deze nieuwsbrief intussen gewijzigd/, undefined, {
    timeout: 4000,
  });
  expect(subject().value).toBe('Van mij');
  store(server, { subject: 'Van een collega' }, '"9"');
  await choose('Mijn versie opslaan');
  await waitFor(() => expect(patches(server)).toHaveLength(2));
  expect(patches(server)[1]?.headers.get('If-Match')).toBe('"9"');
  expect(attributesOf(patches(server)[1])).toEqual({ subject: 'Van mij' });
  await waitFor(() => expect(screen.queryByText(/Een collega heeft/)).toBeNull());
});

test('or what the colleague wrote is taken', async () => {
  const { server } = await open();
  server.answer(`PATCH ${ONE}`, {
    status: 412,
    document: { errors: [{ status: '412', code: 'stale_resource' }] },
  });
  type(subject(), 'Van mij');
  await screen.findByText(/Een collega heeft/, undefined, { timeout: 4000 });
  store(server, { subject: 'Van een collega' }, '"9"');
  await choose('Nieuwste versie laden');
  await waitFor(() => expect(subject().value).toBe('Van een collega'));
  expect(screen.queryByText(/Een collega heeft/)).toBeNull();
});

test('what the server refuses stands at its block', async () => {
  const { server } = await open();
  server.answer(`PATCH ${ONE}`, {
    status: 422,
    document: {
      errors: [
        {
          status: '422',
          code: 'invalid',
          detail: 'Deze voorwaarde kennen we niet.',
          source: { pointer: '/data/attributes/blocks/1/text' },
        },
      ],
    },
  });
  await choose('Blok 2 wijzigen, Tekst: Dag , Heb je een uurtje?');
  type(screen.getByLabelText('Tekst'), '{% if x %}');
  expect(
    await screen.findByText('De nieuwsbrief kan zo niet worden opgeslagen.', undefined, { timeout: 4000 }),
  ).toBeTruthy();
  const block = part('Blok 2 van 3: Tekst, gekozen');
  expect(within(block).getByText('Deze voorwaarde kennen we niet.')).toBeTruthy();
});

test('the English version begins with the Dutch one and can go again', async () => {
  const { server } = await open();
  await userEvent.click(screen.getAllByRole('button', { name: 'Meer' })[0] as HTMLElement);
  await userEvent.click(screen.getByRole('menuitem', { name: /^Engelse versie toevoegen/ }));
  expect(subject().lang).toBe('en');
  type(subject(), 'December: 14 places');
  expect(attributesOf(await saved(server, 1))).toMatchObject({
    subject_en: 'December: 14 places',
    blocks_en: [
      { type: 'heading', title: 'December is voor elkaar' },
      { type: 'text' },
      { type: 'vacancies' },
    ],
  });
  await choose('Engelse versie verwijderen');
  expect(subject().value).toBe('December: 14 plekken');
  expect(attributesOf(await saved(server, 2))).toMatchObject({ subject_en: null, blocks_en: null });
});

test('the preview is the stored mail: on a phone, in the dark, as text, and as somebody gets it', async () => {
  const { server } = await open();
  await screen.findByText('1.284');
  await choose('Telefoon');
  const frame = await screen.findByTitle('Voorbeeld van de nieuwsbrief');
  expect(frame.getAttribute('sandbox')).toBe('allow-same-origin');
  await userEvent.selectOptions(screen.getByLabelText('Zoals deze lezer de mail krijgt'), 'Sanne de Vries');
  await waitFor(() => expect(screen.getByText('aan Sanne de Vries')).toBeTruthy());
  expect(attributesOf(sent(server, 'POST', `${ONE}/preview`).at(-1))).toEqual({
    locale: 'nl',
    subscriber_id: '3',
  });
  const preview = part('Voorbeeld');
  await userEvent.click(within(preview).getByRole('button', { name: 'Donker' }));
  expect(preview.querySelector('[data-theme="dark"]')).toBeTruthy();
  await userEvent.click(within(preview).getByRole('button', { name: 'Tekst' }));
  expect(within(preview).getByText('Dag Sanne,').tagName).toBe('PRE');
  await choose('Schrijven');
  expect(subject()).toBeTruthy();
});

test('a test goes to oneself, and what it changed is not taken for a colleague', async () => {
  const { server } = await open();
  const section = part('Eerst testen');
  expect(within(section).getByLabelText<HTMLInputElement>('Testmail naar').value).toBe('ada@example.org');
  expect(within(section).getByText('Je hebt nog geen testmail gestuurd.')).toBeTruthy();
  // The server trims what is typed.
  server.answer(`PATCH ${ONE}`, {
    ...oneOf(newsletter({ subject: 'December' })),
    headers: { ETag: '"2"' },
  });
  type(subject(), 'December ');
  await saved(server, 1);
  store(server, { subject: 'December', tested_at: '2026-11-24T12:48:00Z' }, '"5"');
  await userEvent.click(within(section).getByRole('button', { name: 'Testmail sturen' }));
  expect(await screen.findByText('De testmail is verstuurd')).toBeTruthy();
  expect(attributesOf(sent(server, 'POST', `${ONE}/test_mail`)[0])).toEqual({ locale: 'nl' });
  expect(await within(section).findByText(/^Laatste test: /)).toBeTruthy();
  type(subject(), 'Na de test');
  expect((await saved(server, 2))?.headers.get('If-Match')).toBe('"5"');
});

test('ten tests an hour', async () => {
  const { server } = await open();
  server.answer(`POST ${ONE}/test_mail`, {
    status: 429,
    document: { errors: [{ status: '429', code: 'rate_limited' }] },
  });
  await choose('Testmail sturen');
  expect(await screen.findByText(/tien testmails/)).toBeTruthy();
});

test('what is not ready is said, and holds it up; advice does not', async () => {
  const server = serverWithNewsletter();
  server.answer(
    `GET ${ONE}/checks`,
    checksOf(CHECKS.map((check) => (check.name === 'tested' ? { ...check, is_met: false } : check))),
  );
  await open(server);
  const checks = part('Klaar om te versturen?');
  expect(
    (await within(checks).findByText('Je hebt nog geen testmail gestuurd')).closest('li')?.className,
  ).toBe('is-open');
  expect(within(checks).getByText('Geen Engelse versie').closest('li')?.className).toBe('is-advice');
  expect(within(checks).getByText('Alle 6 links werken').closest('li')?.className).toBe('');
  expect(within(checks).getByText(/We meten niet wie de mail opent/)).toBeTruthy();
  await choose('Versturen');
  expect(screen.queryByRole('dialog')).toBeNull();
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Klaar om te versturen?'));
  expect(sent(server, 'PUT', `${ONE}/schedule`)).toHaveLength(0);
});

test('it is sent at once after a question that says to how many', async () => {
  const { server, router } = await open();
  await screen.findByText('1.284');
  await screen.findByText('Alle 6 links werken');
  await choose('Versturen');
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwsbrief aan 1.284 mensen versturen?' });
  server.answer(`PUT ${ONE}/schedule`, oneOf(newsletter({ status: 'scheduled' })));
  store(server, { status: 'scheduled' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Versturen' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7'));
  const [asked] = sent(server, 'PUT', `${ONE}/schedule`);
  expect(attributesOf(asked)).toEqual({ send_at: null });
  expect(asked?.headers.get('If-Match')).toBe('"1"');
});

test('what a colleague changed meanwhile is not sent unseen', async () => {
  const { server, router } = await open();
  await screen.findByText('1.284');
  await screen.findByText('Alle 6 links werken');
  server.answer(`PUT ${ONE}/schedule`, {
    status: 412,
    document: { errors: [{ status: '412', code: 'stale_resource' }] },
  });
  await choose('Versturen');
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Versturen' }));
  expect(await screen.findByText(/^Een collega heeft de nieuwsbrief net gewijzigd/)).toBeTruthy();
  expect(router.state.location.pathname).toBe('/content/newsletters/7/edit');
});

test('a moment is chosen; one that is over is not taken, by us or by the server', async () => {
  const { server } = await open();
  await screen.findByText('1.284');
  const when = part('Wanneer?');
  expect(within(when).getByText(/Duurt ongeveer 22 minuten/)).toBeTruthy();
  await userEvent.click(within(when).getByLabelText('Op een moment dat ik kies'));
  type(within(when).getByLabelText('Dag'), '2020-12-01');
  await choose('Inplannen');
  expect(await within(when).findByText(/Dit moment is al geweest/)).toBeTruthy();
  type(within(when).getByLabelText('Dag'), '2099-12-01');
  type(within(when).getByLabelText('Tijd'), '10:00');
  await choose('Inplannen');
  const dialog = await screen.findByRole('dialog', { name: 'Nieuwsbrief aan 1.284 mensen inplannen?' });
  server.answer(`PUT ${ONE}/schedule`, {
    status: 422,
    document: { errors: [{ status: '422', code: 'past', detail: 'Dat is al geweest.' }] },
  });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Inplannen' }));
  expect(await within(when).findByText(/Dit moment is al geweest/)).toBeTruthy();
  expect(attributesOf(sent(server, 'PUT', `${ONE}/schedule`)[0])).toEqual({
    send_at: new Date('2099-12-01T10:00').toISOString(),
  });
});

test('what was typed without a connection is there again', async () => {
  const server = serverWithNewsletter();
  server.answer(`PATCH ${ONE}`, () => {
    throw new TypeError('Failed to fetch');
  });
  const { unmount } = await open(server);
  type(subject(), 'Half af');
  expect(await screen.findByText(/Er is nu geen verbinding/, undefined, { timeout: 4000 })).toBeTruthy();
  unmount();
  await open(server);
  await waitFor(() => expect(subject().value).toBe('Half af'));
});

test('its name is for staff, and it may stand on the site', async () => {
  const { server } = await open();
  const settings = part('Naam en website');
  type(within(settings).getByLabelText('Naam'), 'Decemberbrief');
  await userEvent.click(within(settings).getByLabelText(/^Ook op de website/));
  expect(attributesOf(await saved(server, 1))).toEqual({ title: 'Decemberbrief', is_archived: true });
  expect(screen.getByRole('heading', { level: 1, name: 'Decemberbrief' })).toBeTruthy();
});

test('one that is on its way is not written but looked at', async () => {
  const server = serverWithNewsletter({ status: 'sending' });
  const { router } = await render('/content/newsletters/7/edit', { as: 'admin', server });
  await waitFor(() => expect(router.state.location.pathname).toBe('/content/newsletters/7'));
});
