import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ActivityOccurrence, ActivityRegistration } from '../../api/schema.d.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { byMonth, roomIn, workshopsOf } from './workshops.ts';

const NOW = Date.parse('2099-11-01T12:00:00Z');

const date = (id: string, more: Partial<ActivityOccurrence> = {}): ActivityOccurrence =>
  ({
    id,
    activityId: '4',
    activityStatus: 'published',
    registration: 'occurrence',
    status: 'planned',
    startsAt: '2099-12-10T18:00:00Z',
    startsLocal: '2099-12-10T19:00',
    spotsLeft: 5,
    peopleWaiting: 0,
    seatsPerOrganization: 2,
    activity: { hasWaitingList: true, registrationClosesMinutes: null, questions: [] },
    ...more,
  }) as ActivityOccurrence;

const person = (occurrenceId: string | null, partySize = 1): ActivityRegistration =>
  ({ id: `p${occurrenceId}`, activityId: '4', occurrenceId, partySize }) as ActivityRegistration;

describe('what comes', () => {
  test('each date has its own people, and counts them as seats', () => {
    const [first, second] = workshopsOf([date('1'), date('2')], [person('1', 2), person('2')]);
    expect([first?.seatsUsed, second?.seatsUsed]).toEqual([2, 1]);
  });

  test('a series that is signed up for as a whole stands there once, with its people', () => {
    const series = { registration: 'series' } as const;
    const found = workshopsOf([date('1', series), date('2', series)], [person(null)]);
    expect(found.map((each) => [each.date.id, each.isSeries, each.seatsUsed])).toEqual([['1', true, 1]]);
  });

  test('drafts, which who made them may read, do not', () => {
    expect(workshopsOf([date('1', { activityStatus: 'draft' })], [])).toEqual([]);
  });

  test('months follow one another', () => {
    const january = date('2', { startsLocal: '2100-01-14T19:30' });
    const months = byMonth(workshopsOf([date('1'), january], []));
    expect(months.map(([month, { length }]) => [month, length])).toEqual([
      ['2099-12', 1],
      ['2100-01', 1],
    ]);
  });
});

test.each([
  [{}, [], 'place'],
  [{ spotsLeft: null }, [], 'place'],
  [{}, [person('1'), person('1')], 'seats'],
  [{ seatsPerOrganization: null }, [person('1'), person('1')], 'place'],
  [{ spotsLeft: 0 }, [], 'line'],
  [{ spotsLeft: 1, peopleWaiting: 2 }, [], 'line'],
  [{ spotsLeft: 0, activity: { hasWaitingList: false } }, [], 'full'],
  [{ startsAt: '2099-11-01T11:59:00Z' }, [], 'closed'],
  [{ startsAt: '2099-11-02T11:00:00Z', activity: { registrationClosesMinutes: 1440 } }, [], 'closed'],
  [{ status: 'cancelled' }, [], 'off'],
  [{ registration: 'none' }, [], 'open'],
] as const)('room for a colleague: %o, %o is %s', (more, people, room) => {
  const [workshop] = workshopsOf([date('1', more as Partial<ActivityOccurrence>)], people);
  expect(workshop && roomIn(workshop, NOW)).toBe(room);
});

const occurrence = (more: Record<string, unknown> = {}) =>
  wire(
    'activity_occurrences',
    '11',
    {
      activity_id: '4',
      activity_status: 'published',
      registration: 'occurrence',
      status: 'planned',
      title: 'Vrijwilligers vinden',
      slug: 'vrijwilligers-vinden',
      starts_at: '2099-12-10T18:00:00Z',
      starts_local: '2099-12-10T19:00',
      ends_local: '2099-12-10T21:30',
      spots_left: 12,
      people_waiting: 0,
      seats_per_organization: 2,
      location_name: 'Bibliotheek',
      ...more,
    },
    { relationships: { activity: { data: { type: 'activities', id: '4' } } } },
  );

const activity = wire('activities', '4', {
  title: 'Vrijwilligers vinden',
  has_waiting_list: true,
  registration_closes_minutes: null,
  only_for_organizations: false,
  questions: [{ text: 'Wat wil je leren?', kind: 'text', options: [], is_required: true }],
});

const colleague = (
  id: string,
  name: string,
  more: Record<string, unknown> = {},
  transitions = ['withdraw'],
) =>
  wire(
    'activity_registrations',
    id,
    {
      activity_id: '4',
      occurrence_id: '11',
      organization_id: '1',
      name,
      email: null,
      party_size: 1,
      status: 'registered',
      ...more,
    },
    { meta: { can: [], transitions } },
  );

const answers = (people: ReturnType<typeof colleague>[], more: Record<string, unknown> = {}): FakeServer =>
  fakeServer({
    '/api/v1/activity_occurrences': listOf([occurrence(more)], { included: [activity] }),
    '/api/v1/activity_registrations': listOf(people),
  });

const bodyTo = (server: FakeServer, method: string, address: string) =>
  server.calls.find((call) => call.method === method && call.address.includes(address))?.body;

describe('the screen', () => {
  test('a colleague is signed up by name, with what is asked', async () => {
    const server = answers([colleague('21', 'Anna Jansen')]);
    server.answer('POST /api/v1/activities/4/registrations', oneOf(colleague('22', 'Bram de Vries')));
    await render('/workshops', { as: 'organization', server });
    expect(await screen.findByText('Van jullie: 1 van 2 plekken')).toBeTruthy();
    expect(screen.getByText('Anna Jansen')).toBeTruthy();
    await userEvent.click(
      screen.getByRole('button', { name: 'Collega aanmelden voor Vrijwilligers vinden' }),
    );
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Voornaam'), 'Bram');
    await userEvent.type(dialog.getByLabelText(/Achternaam/), 'de Vries');
    await userEvent.type(dialog.getByLabelText('Wat wil je leren?'), 'Mensen vragen');
    await userEvent.click(dialog.getByRole('button', { name: 'Aanmelden' }));
    expect(await screen.findByText('Bram de Vries is aangemeld')).toBeTruthy();
    expect(bodyTo(server, 'POST', '/registrations')).toMatchObject({
      data: {
        attributes: {
          organization_id: '1',
          occurrence_id: '11',
          first_name: 'Bram',
          last_name: 'de Vries',
          waitlist: false,
          answers: [{ question: 'Wat wil je leren?', answer: 'Mensen vragen' }],
        },
      },
    });
  });

  test('what the server refuses stands in the dialog, and nothing typed is lost', async () => {
    const server = answers([]);
    server.answer('POST /api/v1/activities/4/registrations', {
      status: 422,
      document: {
        errors: [
          {
            status: '422',
            code: 'seats_taken',
            title: 'Geen plekken meer',
            detail: 'Je organisatie kan hier met 2 mensen komen.',
            source: { pointer: '/data/attributes/organization_id' },
          },
        ],
      },
    });
    await render('/workshops', { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: /^Collega aanmelden voor/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Voornaam'), 'Bram');
    await userEvent.type(dialog.getByLabelText('Wat wil je leren?'), 'Alles');
    await userEvent.click(dialog.getByRole('button', { name: 'Aanmelden' }));
    expect(await dialog.findByText('Je organisatie kan hier met 2 mensen komen.')).toBeTruthy();
    expect(dialog.getByLabelText<HTMLInputElement>('Voornaam').value).toBe('Bram');
  });

  test('without seats left nobody is signed up, and somebody can be withdrawn', async () => {
    const server = answers([
      colleague('21', 'Anna'),
      colleague('22', 'Bram', { status: 'waitlisted', waitlist_position: 3 }),
    ]);
    server.answer(
      'PUT /api/v1/activity_registrations/21/transition',
      oneOf(colleague('21', 'Anna', { status: 'withdrawn' }, [])),
    );
    await render('/workshops', { as: 'organization', server });
    expect(await screen.findByText(/Alle plekken van jullie organisatie zijn bezet/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Collega/ })).toBeNull();
    expect(screen.getByText('Op de wachtlijst, plek 3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Anna afmelden' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Anna afmelden?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Afmelden' }));
    await waitFor(() =>
      expect(bodyTo(server, 'PUT', '/21/transition')).toMatchObject({
        data: { attributes: { event: 'withdraw' } },
      }),
    );
    expect(await screen.findByText('Anna is afgemeld')).toBeTruthy();
  });

  test('where it is full, a colleague waits in line', async () => {
    const server = answers([], { spots_left: 0, people_waiting: 1 });
    server.answer(
      'POST /api/v1/activities/4/registrations',
      oneOf(colleague('22', 'Bram', { status: 'waitlisted' })),
    );
    await render('/workshops', { as: 'organization', server });
    expect(await screen.findByText('Vol, 1 wacht')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Collega op de wachtlijst zetten/ }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.type(dialog.getByLabelText('Voornaam'), 'Bram');
    await userEvent.type(dialog.getByLabelText('Wat wil je leren?'), 'Alles');
    await userEvent.click(dialog.getByRole('button', { name: 'Collega op de wachtlijst zetten' }));
    expect(await screen.findByText('Bram staat op de wachtlijst')).toBeTruthy();
    expect(bodyTo(server, 'POST', '/registrations')).toMatchObject({
      data: { attributes: { waitlist: true } },
    });
  });

  test('without workshops it says who makes them', async () => {
    const server = fakeServer({ '/api/v1/activity_occurrences': listOf([]) });
    await render('/workshops', { as: 'organization', server });
    expect(await screen.findByRole('heading', { name: 'Er komen nog geen workshops' })).toBeTruthy();
  });
});
