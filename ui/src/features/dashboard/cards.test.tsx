// The cards: how they are arranged, that each loads and fails alone, and what is done in them with one press.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { UNDO_MS, undo } from '../../lib/decisions/pending-decisions.ts';
import { board, NOTHING, start, todo } from '../../testing/dashboard.ts';
import { listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { allShown, arrangedCards, movedCard, neighbourOf, statesOf, toggledCard } from './cards.ts';

describe('the order of the cards', () => {
  const centre = arrangedCards(['centre'], []);
  const keys = (cards: typeof centre) => cards.map(({ key }) => key);

  test('is that of the parts, until somebody moves one within its place', () => {
    expect(keys(centre)).toEqual(['centre_week', 'centre_todos', 'centre_people', 'centre_quiet']);
    expect(neighbourOf(centre, 'centre_people', -1)).toBeUndefined();
    expect(neighbourOf(centre, 'centre_people', 1)?.key).toBe('centre_quiet');
    const moved = movedCard(centre, 'centre_quiet', -1);
    expect(keys(moved).slice(2)).toEqual(['centre_quiet', 'centre_people']);
    expect(movedCard(centre, 'centre_todos', 1)).toBe(centre);
    expect(keys(arrangedCards(['centre'], statesOf(moved, [])))).toEqual(keys(moved));
  });

  test('keeps what is hidden, and the cards of other roles', () => {
    const other = { key: 'own_messages', isHidden: true };
    const saved = statesOf(toggledCard(centre, 'centre_quiet'), [other]);
    expect(saved.at(-1)).toEqual(other);
    const again = arrangedCards(['centre'], saved);
    expect(again.filter(({ isHidden }) => isHidden).map(({ key }) => key)).toEqual(['centre_quiet']);
    expect(allShown(again).some(({ isHidden }) => isHidden)).toBe(false);
  });

  test('a card that is new comes after those that were arranged', () => {
    const saved = [{ key: 'centre_quiet', isHidden: false }];
    expect(keys(arrangedCards(['centre'], saved)).slice(2)).toEqual(['centre_quiet', 'centre_people']);
  });
});

const person = (id: string, first_name: string) =>
  wire('users', id, { full_name: first_name, created_at: '2026-11-28T09:00:00Z' });

function atCentre(parts: object = {}) {
  const server = start({ centre: { ...NOTHING, todos: [todo('reports', 2)] }, ...parts });
  server.answer('/api/v1/users', listOf([person('21', 'Amina Osman')], { meta: { total: 17 } }));
  server.answer('/api/v1/organizations', listOf([]));
  return server;
}

describe('cards', () => {
  test('are hidden and moved with buttons, kept at the server, and shown again', async () => {
    const server = atCentre();
    server.answer('PATCH /api/v1/dashboard', board({}));
    await render('/dashboard', { as: 'coordinator', server });
    await screen.findByRole('region', { name: 'Nieuwe mensen' });
    await userEvent.click(screen.getByText('Indeling'));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Nieuwe mensen' }));
    expect(screen.queryByRole('region', { name: 'Nieuwe mensen' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Stille organisaties omhoog' }));
    expect(screen.getByText('Stille organisaties staat nu op plek 1 van 2.')).toBeTruthy();
    const sent = () =>
      server.calls
        .filter(({ method }) => method === 'PATCH')
        .map(({ body }) => (body as { data: { attributes: { cards: object[] } } }).data.attributes.cards);
    await waitFor(() => expect(sent()).toHaveLength(2));
    expect(sent()[1]?.slice(2)).toEqual([
      { key: 'centre_quiet', is_hidden: false },
      { key: 'centre_people', is_hidden: true },
    ]);
    await userEvent.click(screen.getByRole('button', { name: '1 verborgen blok weer tonen' }));
    await screen.findByRole('region', { name: 'Nieuwe mensen' });
  });

  test('fail alone, and are tried again alone', async () => {
    const server = atCentre();
    server.answer('/api/v1/users', { status: 500 });
    await render('/dashboard', { as: 'coordinator', server });
    const card = within(await screen.findByRole('region', { name: 'Nieuwe mensen' }));
    await card.findByText(/Dit blok laadt niet/);
    expect(screen.getByText('meldingen om te behandelen')).toBeTruthy();
    server.answer('/api/v1/users', listOf([person('21', 'Amina Osman')]));
    await userEvent.click(card.getByRole('button', { name: 'Opnieuw proberen' }));
    await card.findByRole('link', { name: 'Amina Osman' });
  });

  test('work where the counts cannot be had', async () => {
    const server = atCentre();
    server.answer('/api/v1/dashboard', { status: 500 });
    await render('/dashboard', { as: 'coordinator', server });
    const card = within(await screen.findByRole('region', { name: 'Nieuwe mensen' }));
    await card.findByRole('link', { name: 'Amina Osman' });
    const todos = within(screen.getByRole('region', { name: 'Eerst doen' }));
    expect(todos.getByRole('button', { name: 'Opnieuw proberen' })).toBeTruthy();
  });

  test('say that something could not be counted', async () => {
    await render('/dashboard', { as: 'coordinator', server: atCentre({ failed: ['centre.silent'] }) });
    await screen.findByText('Niet alles kon worden geteld. De rest klopt.');
    expect(screen.getByText('meldingen om te behandelen')).toBeTruthy();
  });
});

describe('under a task', () => {
  const application = (transitions: string[]) =>
    wire(
      'applications',
      '31',
      {
        name: 'Hanneke Visser',
        first_name: 'Hanneke',
        vacancy_title: 'Taalmaatje',
        organization_name: 'Taalhuis',
        stage: 'new',
        waiting_days: 5,
        created_at: '2026-11-20T09:00:00Z',
      },
      { meta: { transitions } },
    );

  test('stand the names, with since when, and one press answers; it can be taken back', async () => {
    const server = start({ organization: { ...NOTHING, todos: [todo('unanswered', 1)] } });
    server.answer('/api/v1/applications', listOf([application(['contact'])]));
    server.answer('PUT /api/v1/applications/31/transition', oneOf(application([])));
    await render('/dashboard', { as: 'organization', server });
    const link = await screen.findByRole('link', { name: 'Hanneke Visser' });
    expect(link.getAttribute('href')).toBe('/applications/31');
    expect(screen.getByText('5 dagen')).toBeTruthy();
    const sent = () => server.calls.filter(({ method }) => method === 'PUT');
    const press = () =>
      userEvent.click(screen.getByRole('button', { name: 'Contact vastleggen: Hanneke Visser' }));
    await press();
    await screen.findByText('Wordt verstuurd');
    undo();
    await screen.findByRole('button', { name: 'Contact vastleggen: Hanneke Visser' });
    expect(sent()).toHaveLength(0);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      await press();
      await vi.advanceTimersByTimeAsync(UNDO_MS + 1_000);
      await waitFor(() => expect(sent()).toHaveLength(1));
    } finally {
      vi.useRealTimers();
    }
    expect(sent()[0]?.body).toMatchObject({ data: { attributes: { event: 'contact' } } });
  });

  test('what may not be done has no button', async () => {
    const server = start({ organization: { ...NOTHING, todos: [todo('unanswered', 1)] } });
    server.answer('/api/v1/applications', listOf([application([])]));
    await render('/dashboard', { as: 'organization', server });
    await screen.findByRole('link', { name: 'Hanneke Visser' });
    expect(screen.queryByRole('button', { name: /Contact vastleggen/ })).toBeNull();
  });

  test('names that do not load leave the task', async () => {
    const server = start({ organization: { ...NOTHING, todos: [todo('unanswered', 1)] } });
    server.answer('/api/v1/applications', { status: 500 });
    await render('/dashboard', { as: 'organization', server });
    await screen.findByText('De namen laden niet.');
    expect(screen.getByText('aanmelding wacht op antwoord')).toBeTruthy();
  });
});

describe('a volunteer', () => {
  const mine = (stage: string, more: object = {}, transitions: string[] = []) =>
    wire(
      'applications',
      '41',
      {
        vacancy_title: 'Soep koken',
        organization_name: 'Samen Eten',
        stage,
        created_at: '2026-11-20T09:00:00Z',
        ...more,
      },
      { meta: { transitions } },
    );

  test('takes the place that is kept for them in one press', async () => {
    const server = start({});
    const offered = mine('offered', { offer_expires_at: '2026-12-05T12:00:00Z' }, [
      'accept_offer',
      'decline_offer',
    ]);
    server.answer('/api/v1/applications', listOf([offered]));
    await render('/dashboard', { as: 'volunteer', server });
    await screen.findByRole('heading', { name: 'Er is plek voor je: Soep koken' });
    await userEvent.click(screen.getByRole('button', { name: 'Ja, ik doe mee' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Ja, ik doe mee' })).toBeNull());
    undo();
    await screen.findByRole('button', { name: 'Ja, ik doe mee' });
  });

  test('sees where an application stands, in words and in bars', async () => {
    const server = start({});
    server.answer('/api/v1/applications', listOf([mine('in_contact')]));
    await render('/dashboard', { as: 'volunteer', server });
    const bars = within(await screen.findByRole('list', { name: 'Waar je aanmelding staat' }));
    expect(bars.getAllByRole('listitem')[1]?.getAttribute('aria-current')).toBe('step');
    expect(screen.getByText('Spreek een dag af om kennis te maken.')).toBeTruthy();
  });

  test('sees the hours of this year and what is unread', async () => {
    const server = start({});
    server.answer('/api/v1/hours_entries/totals', {
      document: {
        data: null,
        meta: { hours: 6.5, waiting_hours: 2, confirmed_hours: 4.5, people: 1, groups: [] },
      },
    });
    const conversation = wire('conversations', '5', {
      other_name: 'Samira Haddou',
      last_message: 'Woensdag om 10 uur?',
      last_message_at: '2026-11-29T09:00:00Z',
      unread_count: 1,
    });
    server.answer('/api/v1/conversations', listOf([conversation]));
    await render('/dashboard', { as: 'volunteer', server });
    const hours = await screen.findByRole('region', { name: 'Je uren' });
    await waitFor(() => expect(hours.textContent).toContain('6,5'));
    expect(hours.textContent).toContain('2 uur wacht nog op bevestiging.');
    const messages = within(await screen.findByRole('region', { name: 'Berichten' }));
    expect(messages.getByText('1 ongelezen', { selector: 'p' })).toBeTruthy();
    expect(messages.getByRole('link', { name: 'Samira Haddou' }).getAttribute('href')).toBe(
      '/conversations?open=5',
    );
  });
});
