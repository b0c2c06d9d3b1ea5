// Signing up on the page of an activity, in the HTML that the server writes.
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeAnswer, fakeServer, oneOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

const PATH = '/activiteitenkalender/4-taalcafe';

const OFFER = {
  activity: '4',
  registration: 'occurrence',
  dates: [
    {
      id: '21',
      label: 'Woensdag 2 december',
      date: '2 december',
      hours: '13.30 tot 15.00 uur',
      left: 2,
      waiting: 0,
    },
    {
      id: '22',
      label: 'Woensdag 9 december',
      date: '9 december',
      hours: '13.30 tot 15.00 uur',
      left: 0,
      waiting: 3,
    },
  ],
  chosen: null,
  most_per_party: 2,
  questions: [{ text: 'Eet je mee?', kind: 'yes_no', options: [], is_required: true }],
  allows_guests: true,
  has_waiting_list: true,
  organization: 'Taalhuis',
};

const GUEST: FakeAnswer = {
  status: 202,
  document: { data: null, meta: { status: 'unconfirmed', sent_to: 'joke@example.nl' } } as object,
};

const refused = (code: string, pointer: string, detail: string, meta: object = {}): FakeAnswer => ({
  status: 422,
  document: { errors: [{ status: '422', code, title: code, detail, source: { pointer }, meta }] } as object,
});

const registration = (id: string, status: string, waitlist_position: number | null = null): FakeAnswer => ({
  status: 201,
  ...oneOf(wire('activity_registrations', id, { status, waitlist_position })),
});

async function open(answer: FakeAnswer, as: Person = 'visitor', offer: object = {}) {
  const told = JSON.stringify({ ...OFFER, ...offer }).replaceAll('"', '&quot;');
  const html = `<div class="activity-page"><h1>Taalcafé</h1><section data-sign-up="${told}"><h2>Doe je mee?</h2><p class="sign-up-plain">Vraag Samira.</p></section></div>`;
  const server = fakeServer({
    [`${PATH}/_fragment.json`]: {
      document: { path: PATH, title: 'Taalcafé', description: '', html } as object,
    },
  });
  server.answer('POST /api/v1/activities/4/registrations', answer);
  await render(PATH, { as, server });
  await screen.findByRole('heading', { level: 2, name: 'Doe je mee?' });
  return {
    user: userEvent.setup(),
    sent: () => server.calls.filter(({ method, address }) => method === 'POST' && address.includes('/4/')),
    attributes: () =>
      server.calls
        .filter(({ method, address }) => method === 'POST' && address.includes('/4/'))
        .map(({ body }) => (body as { data: { attributes: unknown } }).data.attributes),
  };
}

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Je voornaam'), 'Joke');
  await user.type(screen.getByLabelText('Je e-mailadres'), 'joke@example.nl');
  await user.click(screen.getByLabelText('Ja'));
  await user.click(screen.getByLabelText(/Taalhuis mag mijn gegevens/));
}

const GUEST_BODY = {
  party_size: 1,
  answers: [{ question: 'Eet je mee?', answer: 'yes' }],
  first_name: 'Joke',
  email: 'joke@example.nl',
  consent: true,
};

describe('a guest', () => {
  test('sends what is filled in, and is asked to confirm', async () => {
    const { user, attributes } = await open(GUEST);
    await fillIn(user);
    expect(screen.queryByText('Vraag Samira.')).toBeNull();
    await user.click(screen.getByLabelText('Ik neem iemand mee'));
    await user.click(screen.getByRole('button', { name: 'Aanmelden voor 2 december' }));
    expect(await screen.findByRole('heading', { name: 'Kijk in je mail' })).toBe(document.activeElement);
    expect(screen.getByText(/joke@example.nl/).textContent).toContain('Bevestig met de knop');
    expect(attributes()).toEqual([{ ...GUEST_BODY, party_size: 2, occurrence_id: '21', waitlist: false }]);
  });

  test('sends one wish for each day, and waits for what is full', async () => {
    const { user, attributes } = await open(GUEST);
    await fillIn(user);
    await user.click(screen.getByLabelText(/9 december.*vol, 3 wachten/));
    await user.click(screen.getByRole('button', { name: 'Aanmelden voor 2 dagen' }));
    await screen.findByText(/2 mails/);
    expect(attributes()).toEqual([
      { ...GUEST_BODY, occurrence_id: '21', waitlist: false },
      { ...GUEST_BODY, occurrence_id: '22', waitlist: true },
    ]);
  });

  test('reads what is missing, and nothing is sent', async () => {
    const { user, sent } = await open(GUEST);
    await user.click(await screen.findByRole('button', { name: 'Aanmelden voor 2 december' }));
    expect(within(screen.getByRole('alert')).getAllByRole('link')).toHaveLength(4);
    expect(sent()).toEqual([]);
  });

  test('reads a refusal at its field', async () => {
    const answer = refused('email', '/data/attributes/email', 'Dit adres bestaat niet.');
    const { user } = await open(answer);
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Aanmelden voor 2 december' }));
    await screen.findByRole('alert');
    const field = screen.getByLabelText('Je e-mailadres');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    expect(field.closest('.field')?.textContent).toContain('Dit adres bestaat niet.');
  });

  test('is told that it has become full, and may wait', async () => {
    const answer = refused('activity_full', '/data/attributes/party_size', 'Er is geen plek vrij.', {
      waiting: 1,
      free: 0,
    });
    const { user } = await open(answer);
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Aanmelden voor 2 december' }));
    const group = screen.getByRole('group', { name: 'Welke dag?' });
    expect(await within(group).findByText(/Woensdag 2 december: Er is geen plek vrij/)).toBeTruthy();
    expect(within(group).getByText(/vol, 1 wacht/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Op de wachtlijst' })).toBeTruthy();
  });

  test('signs in first where guests are not taken', async () => {
    await open(GUEST, 'visitor', { allows_guests: false });
    const link = within(screen.getByRole('main')).findByRole('link', { name: 'Inloggen' });
    expect((await link).getAttribute('href')).toContain(encodeURIComponent(PATH));
    expect(screen.queryByLabelText('Je voornaam')).toBeNull();
  });
});

describe('who is signed in', () => {
  test('is not asked for a name, and has signed up', async () => {
    const { user, attributes } = await open(registration('9', 'registered'), 'volunteer', { questions: [] });
    await user.click(await screen.findByRole('button', { name: 'Aanmelden voor 2 december' }));
    expect(await screen.findByRole('heading', { name: 'Je bent aangemeld' })).toBeTruthy();
    expect(attributes()).toEqual([{ party_size: 1, occurrence_id: '21', waitlist: false }]);
  });

  test('waits for all dates at once at a place in the line', async () => {
    const { user, attributes } = await open(registration('9', 'waitlisted', 4), 'volunteer', {
      questions: [],
      registration: 'series',
      dates: [OFFER.dates[1]],
    });
    await user.click(await screen.findByRole('button', { name: 'Op de wachtlijst' }));
    expect(await screen.findByText('Je staat op plek 4 van de wachtlijst.')).toBeTruthy();
    expect(attributes()).toEqual([{ party_size: 1, waitlist: true }]);
  });
});
