import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { VolunteerProfileReply } from '../../api/pool-calls.ts';
import { toasts } from '../../lib/feedback/toasts.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { type RenderOptions, render } from '../../testing/render.tsx';
import { daysLeft, hrefOfReply, isArchived } from './reply-view.ts';

const PATH = '/api/v1/volunteer_profile_replies';
const days = (count: number) => new Date(Date.now() + count * 86_400_000).toISOString();

const attributes = {
  organization_id: '1',
  organization_name: 'Taalhuis Lindewaard',
  vacancy_id: '12',
  vacancy_title: 'Taalmaatje',
  vacancy_slug: 'taalmaatje',
  sender_name: 'Ineke Kok',
  person_name: 'Joke V.',
  person_phone: null,
  person_email: null,
  body: 'Dag Joke, loop je een keer mee met Rania?',
  status: 'open',
  answer: null,
  answered_at: null,
  shares_last_name: false,
  shares_phone: false,
  shares_email: false,
  expires_at: days(24),
  created_at: days(-6),
  direction: 'received',
};

const reply = (id: string, other: Record<string, unknown> = {}) =>
  wire('volunteer_profile_replies', id, { ...attributes, ...other });

const ANSWERED = {
  status: 'answered',
  answer: 'Wat leuk! Woensdag kan ik vanaf twee uur.',
  answered_at: days(-2),
  expires_at: null,
};

async function open(
  path: string,
  lists: Partial<Record<'received' | 'sent' | 'closed', ReturnType<typeof reply>[]>>,
  options: RenderOptions = {},
) {
  const server = fakeServer();
  server.answer(PATH, ({ address }) => {
    const query = decodeURIComponent(address);
    const isClosed = query.includes('declined');
    const direction = query.includes('=sent') ? 'sent' : 'received';
    return listOf((isClosed ? lists.closed : lists[direction]) ?? []);
  });
  for (const each of Object.values(lists).flat()) {
    server.answer(`${PATH}/${each.id}`, oneOf(each));
    server.answer(`${PATH}/${each.id}/messages`, listOf([]));
    server.answer(`PUT ${PATH}/${each.id}/messages/read`, { status: 204 });
  }
  return render(path, { as: 'volunteer', server, ...options });
}

beforeEach(() => localStorage.clear());

describe('what somebody received', () => {
  test('the first message is open, with the days that are left; the others are one press away', async () => {
    await open('/profile-replies', {
      received: [reply('1'), reply('2', { organization_name: 'De Linden', expires_at: days(0) })],
    });
    const first = await screen.findByRole('article', { name: 'Taalhuis Lindewaard' });
    expect(within(first).getByText(/loop je een keer mee/)).toBeTruthy();
    expect(within(first).getByRole('link', { name: 'Taalmaatje' }).getAttribute('href')).toBe(
      '/vacancies/12',
    );
    expect(within(first).getByRole('textbox', { name: 'Je antwoord' })).toBeTruthy();
    expect(within(first).getByText(/^Nog 24 dagen/)).toBeTruthy();
    const second = screen.getByRole('article', { name: 'De Linden' });
    expect(within(second).queryByRole('textbox', { name: 'Je antwoord' })).toBeNull();
    expect(within(second).getByText(/^Vandaag is de laatste dag/)).toBeTruthy();
    await userEvent.click(within(second).getByRole('link', { name: 'Lezen en antwoorden' }));
    expect(await within(second).findByRole('textbox', { name: 'Je antwoord' })).toBeTruthy();
    expect(location.search).toBe('?weergave=ontvangen&open=2');
  });

  test('nothing is shared unless it is ticked, and what is missing says where to add it', async () => {
    const { server } = await open('/profile-replies', { received: [reply('1')] });
    server.answer(`PUT ${PATH}/1/answer`, oneOf(reply('1', ANSWERED)));
    const lastName = await screen.findByRole('checkbox', { name: 'Mijn achternaam: Visser' });
    const email = screen.getByRole('checkbox', { name: 'Mijn e-mailadres: joke@example.org' });
    expect((lastName as HTMLInputElement).checked || (email as HTMLInputElement).checked).toBe(false);
    expect(screen.queryByRole('checkbox', { name: /telefoon/ })).toBeNull();
    expect(screen.getByRole('link', { name: 'Toevoegen bij je gegevens' }).getAttribute('href')).toBe(
      '/profile-edit',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Antwoorden' }));
    expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.type(screen.getByRole('textbox', { name: 'Je antwoord' }), 'Graag!');
    await userEvent.click(lastName);
    await userEvent.click(screen.getByRole('button', { name: 'Antwoorden' }));
    await waitFor(() =>
      expect(server.calls.find(({ method }) => method === 'PUT')?.body).toEqual({
        body: 'Graag!',
        share_phone: false,
        share_last_name: true,
        share_email: false,
      }),
    );
    await waitFor(() => expect(toasts.value.some(({ title }) => title.includes('is verstuurd'))).toBe(true));
    expect(JSON.stringify(localStorage)).not.toContain('Graag!');
  });

  test('an answer that could not be sent stays, also after a reload, and without the ticks', async () => {
    const lists = { received: [reply('1')] };
    const { server, unmount } = await open('/profile-replies', lists);
    server.answer(`PUT ${PATH}/1/answer`, { status: 500, document: {} });
    await userEvent.type(await screen.findByRole('textbox', { name: 'Je antwoord' }), 'Woensdag kan ik.');
    await userEvent.click(screen.getByRole('checkbox', { name: /achternaam/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Antwoorden' }));
    await screen.findByRole('alert');
    expect((screen.getByRole('textbox', { name: 'Je antwoord' }) as HTMLTextAreaElement).value).toBe(
      'Woensdag kan ik.',
    );
    unmount();
    await open('/profile-replies', lists);
    const again = (await screen.findByRole('textbox', { name: 'Je antwoord' })) as HTMLTextAreaElement;
    expect(again.value).toBe('Woensdag kan ik.');
    expect((screen.getByRole('checkbox', { name: /achternaam/ }) as HTMLInputElement).checked).toBe(false);
  });

  test('to block says first that the organisation does not see it', async () => {
    const { server } = await open('/profile-replies', { received: [reply('1')] });
    server.answer(`PUT ${PATH}/1/block`, oneOf(reply('1', { status: 'blocked' })));
    await userEvent.click(await screen.findByRole('button', { name: 'Blokkeren' }));
    const dialog = screen.getByRole('dialog');
    expect(within(dialog).getByText(/De organisatie ziet dit niet/)).toBeTruthy();
    expect(server.calls.some(({ method }) => method === 'PUT')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Blokkeren' }));
    await waitFor(() => expect(server.calls.some(({ address }) => address === `${PATH}/1/block`)).toBe(true));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a mail leads to one of them, also to one of the archive', async () => {
    await open('/profile-replies?open=9', { closed: [reply('9', { status: 'declined' })] });
    const card = await screen.findByRole('article', { name: 'Taalhuis Lindewaard' });
    expect(within(card).getByText(/dat je liever niet wilt/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Archief' }).getAttribute('aria-current')).toBe('true');
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Taalhuis Lindewaard'));
  });

  test('a message that is gone says so, and the others are there', async () => {
    await open('/profile-replies?open=77', { received: [reply('1')] });
    expect(await screen.findByText('Dit bericht is er niet meer.')).toBeTruthy();
    expect(screen.getByRole('article', { name: 'Taalhuis Lindewaard' })).toBeTruthy();
  });

  test('after the answer the conversation goes on, and what was unread is read', async () => {
    const { server } = await open('/profile-replies', { received: [reply('1', ANSWERED)] });
    server.answer(
      `${PATH}/1/messages`,
      listOf([
        wire('messages', '4', {
          body: ANSWERED.answer,
          side: 'person',
          author_name: 'Joke',
          is_read: true,
          created_at: ANSWERED.answered_at,
        }),
        wire('messages', '5', {
          body: 'Tot woensdag!',
          side: 'organization',
          author_name: 'Ineke',
          is_read: false,
          created_at: days(-1),
        }),
      ]),
    );
    server.answer(`POST ${PATH}/1/messages`, { status: 201, document: {} });
    await userEvent.click(await screen.findByRole('link', { name: 'Gesprek openen' }));
    expect(await screen.findByText('Tot woensdag!')).toBeTruthy();
    expect(screen.getByText('Wat leuk! Woensdag kan ik vanaf twee uur.')).toBeTruthy();
    expect(screen.getByText('Taalhuis Lindewaard weet alleen je voornaam.')).toBeTruthy();
    await waitFor(() =>
      expect(server.calls.some(({ address }) => address === `${PATH}/1/messages/read`)).toBe(true),
    );
    await userEvent.type(
      screen.getByRole('textbox', { name: 'Je bericht aan Taalhuis Lindewaard' }),
      'Ik ben er.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Bericht versturen' }));
    await waitFor(() =>
      expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
        data: { attributes: { body: 'Ik ben er.' } },
      }),
    );
  });

  test('a later message that is hidden says so; another can be reported', async () => {
    const { server } = await open('/profile-replies', { received: [reply('1', ANSWERED)] });
    const later = (id: string, attributes: Record<string, unknown>) =>
      wire('messages', id, { side: 'organization', is_read: true, created_at: days(-1), ...attributes });
    server.answer(
      `${PATH}/1/messages`,
      listOf([
        later('5', { author_name: 'Ineke', body: '', is_hidden: true }),
        later('6', { author_name: 'Samira', body: 'Tot woensdag!', is_hidden: false }),
      ]),
    );
    await userEvent.click(await screen.findByRole('link', { name: 'Gesprek openen' }));
    expect(await screen.findByText('Dit bericht is verborgen.')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: /^Melden: bericht van/ })).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Melden: bericht van Samira' }));
    expect(await screen.findByText('Over een bericht van Samira')).toBeTruthy();
  });

  test('nobody has written yet: the profile is what comes next', async () => {
    await open('/profile-replies', {});
    expect(await screen.findByText('Je hebt geen berichten')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Naar je profiel' }).getAttribute('href')).toBe('/profiel');
    expect(screen.queryByRole('link', { name: /^Verstuurd/ })).toBeNull();
  });
});

describe('what an organisation sent', () => {
  const sent = (id: string, other: Record<string, unknown> = {}) =>
    reply(id, { direction: 'sent', person_name: 'Hanneke V.', ...other });

  test('where it stands is said in words, and what was shared can be used', async () => {
    await open(
      '/profile-replies',
      {
        sent: [
          sent('1'),
          sent('2', {
            ...ANSWERED,
            person_name: 'Piet Visser',
            person_phone: '06 12 34 56 90',
            person_email: 'piet@example.org',
          }),
        ],
      },
      { as: 'organization' },
    );
    const waiting = await screen.findByRole('article', { name: 'Hanneke V.' });
    expect(within(waiting).getByText('Wacht op antwoord, nog 24 dagen')).toBeTruthy();
    expect(within(waiting).queryByRole('button', { name: 'Antwoorden' })).toBeNull();
    const answered = screen.getByRole('article', { name: 'Piet Visser' });
    expect(within(answered).getByText(/^Geantwoord op/)).toBeTruthy();
    expect(within(answered).getByRole('link', { name: '06 12 34 56 90' }).getAttribute('href')).toBe(
      'tel:0612345690',
    );
    expect(within(answered).getByRole('link', { name: /piet/ }).getAttribute('href')).toBe(
      'mailto:piet@example.org',
    );
    expect(screen.queryByRole('link', { name: /^Ontvangen/ })).toBeNull();
  });

  test('who is also found as a volunteer has both lists', async () => {
    await open('/profile-replies', { sent: [sent('1')], received: [reply('2')] }, { as: 'organization' });
    const tab = await screen.findByRole('link', { name: 'Ontvangen 1' });
    expect(screen.queryByRole('article', { name: 'Taalhuis Lindewaard' })).toBeNull();
    await userEvent.click(tab);
    expect(await screen.findByRole('article', { name: 'Taalhuis Lindewaard' })).toBeTruthy();
  });
});

test('a centre sees that it was sent, not what', async () => {
  await open(
    '/profile-replies',
    { received: [reply('1', { body: '', direction: 'sent', person_name: 'Hanneke V.' })] },
    { as: 'coordinator' },
  );
  const table = await screen.findByRole('table');
  expect(within(table).getByText('Taalhuis Lindewaard')).toBeTruthy();
  expect(within(table).getByText('Hanneke V.')).toBeTruthy();
  expect(within(table).getByText('Wacht op antwoord')).toBeTruthy();
});

describe('where a message is found', () => {
  const at = (other: Partial<VolunteerProfileReply>) =>
    ({ status: 'open', answeredAt: null, expiresAt: null, ...other }) as VolunteerProfileReply;
  const now = new Date('2026-11-28T12:00:00');

  test('an answered one stays for sixty days, a closed one goes at once', () => {
    expect(isArchived(at({}), now)).toBe(false);
    expect(isArchived(at({ status: 'answered', answeredAt: '2026-09-29T09:00:00' }), now)).toBe(false);
    expect(isArchived(at({ status: 'answered', answeredAt: '2026-09-28T09:00:00' }), now)).toBe(true);
    expect(isArchived(at({ status: 'declined' }), now)).toBe(true);
    expect(isArchived(at({ status: 'blocked' }), now)).toBe(true);
  });

  test('days count down to nought, and not once it is closed', () => {
    expect(daysLeft(at({ expiresAt: '2026-12-22T09:00:00' }), now)).toBe(24);
    expect(daysLeft(at({ expiresAt: '2026-11-27T09:00:00' }), now)).toBe(0);
    expect(daysLeft(at({ status: 'expired', expiresAt: '2026-11-27T09:00:00' }), now)).toBeNull();
  });

  test('its address keeps the list it stands in', () => {
    expect(hrefOfReply('7', 'sent')).toBe('/profile-replies?weergave=verstuurd&open=7');
    expect(hrefOfReply('7', null)).toBe('/profile-replies?open=7');
  });
});
