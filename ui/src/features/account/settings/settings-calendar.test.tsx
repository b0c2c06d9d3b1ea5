import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeAnswer, fakeServer, listOf } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const CALL = '/api/v1/me/calendar_feed';
const ADDRESS = 'https://lindewaard.example/feeds/me/geheim.ics';
const told = (createdAt: string | null, address: string | null = null): FakeAnswer => ({
  document: { data: null, meta: { created_at: createdAt, address } },
});
const SINCE = '2026-11-28T09:00:00Z';

/** What the server says of the feed is `stand`, which the test changes. */
async function open(stand: { now: FakeAnswer }, answers: Record<string, FakeAnswer>) {
  const server = fakeServer({
    '/api/v1/notification_preferences': listOf([]),
    '/api/v1/sessions': listOf([]),
    [CALL]: () => stand.now,
    ...answers,
  });
  await render('/profile-edit/settings', { as: 'volunteer', server });
  const title = await screen.findByRole('heading', { name: 'Mijn agenda' });
  const card = within(title.closest('section') as HTMLElement);
  const sent = (method: string) =>
    server.calls.filter((call) => call.method === method && call.address.endsWith('/me/calendar_feed'))
      .length;
  return { card, sent };
}

test('the address is made at once, and shown until the page is left', async () => {
  const stand = { now: told(null) };
  const { card, sent } = await open(stand, { [`PUT ${CALL}`]: told(SINCE, ADDRESS) });
  const make = await card.findByRole('button', { name: 'Adres maken' });
  stand.now = told(SINCE);
  await userEvent.click(make);
  expect((await card.findByLabelText<HTMLInputElement>('Adres van je agenda')).value).toBe(ADDRESS);
  expect(card.getByRole('link', { name: 'Toevoegen op dit apparaat' }).getAttribute('href')).toBe(
    'webcal://lindewaard.example/feeds/me/geheim.ics',
  );
  expect(sent('PUT')).toBe(1);
});

test('a new address and the end of the calendar are asked about first', async () => {
  const stand = { now: told(SINCE) };
  const { card, sent } = await open(stand, {
    [`PUT ${CALL}`]: told(SINCE, ADDRESS),
    [`DELETE ${CALL}`]: told(null),
  });
  await card.findByText(/Je hebt sinds .* een adres/);
  expect(card.queryByLabelText('Adres van je agenda')).toBeNull();

  await userEvent.click(card.getByRole('button', { name: 'Nieuw adres maken' }));
  expect(sent('PUT')).toBe(0);
  let question = within(await screen.findByRole('dialog', { name: 'Een nieuw adres maken?' }));
  await userEvent.click(question.getByRole('button', { name: 'Nieuw adres maken' }));
  await card.findByLabelText('Adres van je agenda');

  await userEvent.click(card.getByRole('button', { name: 'Agenda stoppen' }));
  question = within(await screen.findByRole('dialog', { name: 'Agenda stoppen?' }));
  stand.now = told(null);
  await userEvent.click(question.getByRole('button', { name: 'Agenda stoppen' }));
  await waitFor(() => expect(card.queryByLabelText('Adres van je agenda')).toBeNull());
  await card.findByRole('button', { name: 'Adres maken' });
  expect([sent('PUT'), sent('DELETE')]).toEqual([1, 1]);
});

test('what did not work is said, and the calendar is as it was', async () => {
  const stand = { now: told(SINCE) };
  const failed: FakeAnswer = {
    status: 500,
    document: { errors: [{ status: '500', code: 'internal', title: 'x' }] },
  };
  const { card } = await open(stand, { [`DELETE ${CALL}`]: failed });
  await userEvent.click(await card.findByRole('button', { name: 'Agenda stoppen' }));
  const question = within(await screen.findByRole('dialog', { name: 'Agenda stoppen?' }));
  await userEvent.click(question.getByRole('button', { name: 'Agenda stoppen' }));
  await screen.findByText(/Dat is niet gelukt/);
  expect(card.getByText(/Je hebt sinds .* een adres/)).toBeTruthy();
});
