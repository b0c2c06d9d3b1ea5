import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const activity = (more: Record<string, unknown> = {}, transitions: string[] = ['unpublish', 'cancel']) =>
  wire(
    'activities',
    '4',
    {
      title: 'Taalcafé',
      status: 'published',
      moderation_state: 'none',
      moderation_message: null,
      summary: 'Samen Nederlands praten',
      activity_categories: ['language'],
      target_groups: [],
      is_workshop: false,
      seats_per_organization: null,
      starts_at: '2099-11-04T13:30',
      ends_at: '2099-11-04T15:00',
      all_day: false,
      recurrence: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20991216',
      next_starts_at: '2099-11-04T12:30:00Z',
      occurrences_count: 6,
      location_name: 'De Huiskamer',
      city: 'Lindewaard',
      online: false,
      registration: 'occurrence',
      capacity: 20,
      is_free: true,
      cost: null,
      organization_id: '1',
      organization_name: 'Taalhuis',
      ...more,
    },
    { meta: { can: ['update', 'manage', 'delete'], transitions } },
  );

const date = (id: string, day: string, more: Record<string, unknown> = {}) =>
  wire(
    'activity_occurrences',
    id,
    {
      activity_id: '4',
      original_start: `${day}T13:30`,
      starts_local: `${day}T13:30`,
      ends_local: `${day}T15:00`,
      starts_at: `${day}T12:30:00Z`,
      ends_at: `${day}T14:00:00Z`,
      day,
      status: 'planned',
      is_changed: false,
      reason: null,
      all_day: false,
      activity_status: 'published',
      places_taken: 0,
      places_offered: 0,
      people_waiting: 0,
      spots_left: null,
      ...more,
    },
    { meta: { can: ['manage'], transitions: [] } },
  );

const DATES = [
  date('1', '2020-11-04'),
  date('2', '2099-11-04'),
  date('3', '2099-11-11', { status: 'cancelled', reason: 'Feestdag' }),
  date('4', '2099-11-18', {
    is_changed: true,
    starts_local: '2099-11-18T19:00',
    ends_local: '2099-11-18T20:30',
  }),
];

function answers(more: Parameters<typeof fakeServer>[0] = {}): FakeServer {
  return fakeServer({
    '/api/v1/activities': listOf([activity()], { meta: { can: ['create'] } }),
    '/api/v1/activities/4': { ...oneOf(activity()), headers: { ETag: '"1"' } },
    '/api/v1/activities/4/history': listOf([]),
    '/api/v1/activity_occurrences': listOf(DATES),
    '/api/v1/taxonomies/activity_categories': listOf([]),
    '/api/v1/taxonomies/target_groups': listOf([]),
    ...more,
  });
}

const LIST = '/activiteitenkalender/overzicht';
const sentTo = (server: FakeServer, address: string) =>
  server.calls.find((call) => call.method === 'PUT' && call.address.includes(address))?.body;

describe('the list', () => {
  test('a row says when, how often, where and how it stands', async () => {
    await render(LIST, { as: 'organization', server: answers() });
    const row = within(await screen.findByRole('row', { name: /Taalcafé/ }));
    expect(row.getByText(/wo 4 nov/)).toBeTruthy();
    expect(row.getByText('13:30, elke woensdag')).toBeTruthy();
    expect(row.getByText('6 keer')).toBeTruthy();
    expect(row.getByText('De Huiskamer')).toBeTruthy();
    expect(row.getByText('Online')).toBeTruthy();
  });

  test('how many places of the next date are taken is asked once for all rows', async () => {
    const taken = { places_taken: 11, places_offered: 1, spots_left: 8, people_waiting: 3 };
    const dates = [date('2', '2099-11-04', taken), date('4', '2099-11-18', { ...taken, places_taken: 2 })];
    const server = answers({ '/api/v1/activity_occurrences': listOf(dates) });
    await render(LIST, { as: 'organization', server });
    const row = within(await screen.findByRole('row', { name: /Taalcafé/ }));
    expect(await row.findByText(/^12 van 20/)).toBeTruthy();
    expect(row.getByText('3 wachten')).toBeTruthy();
    const asked = server.calls.filter(({ address }) => address.includes('/activity_occurrences'));
    expect(asked).toHaveLength(1);
    expect(decodeURIComponent(asked[0]?.address ?? '')).toContain('filter[to]=2099-11-04');
  });

  test('the centre chooses whose activities it sees', async () => {
    const names = listOf([wire('organizations', '5', { name: 'Taalhuis' })]);
    const server = answers({ '/api/v1/organizations': names });
    await render(LIST, { as: 'coordinator', server });
    await userEvent.selectOptions(await screen.findByLabelText('Organisatie'), 'Taalhuis');
    await waitFor(() =>
      expect(decodeURIComponent(server.calls.map(({ address }) => address).join())).toContain(
        'filter[organization_id_eq]=5',
      ),
    );
    expect(location.search).toBe('?organization=5');
    await userEvent.selectOptions(screen.getByLabelText('Organisatie'), 'Meedoen in Lindewaard');
    await waitFor(() =>
      expect(decodeURIComponent(server.calls.map(({ address }) => address).join())).toContain(
        'filter[organization_id_null]=true',
      ),
    );
  });

  test.each([
    ['organization', 0],
    ['coordinator', 1],
  ] as const)('checking is for who may review: %s', async (as, count) => {
    await render(LIST, { as, server: answers() });
    await screen.findByRole('row', { name: /Taalcafé/ });
    expect(screen.queryAllByRole('link', { name: /Te controleren/ })).toHaveLength(count);
  });

  test('a step that asks why is sent with the reason', async () => {
    const server = answers({
      'PUT /api/v1/activities/4/transition': oneOf(activity({ status: 'cancelled' }, [])),
    });
    await render(LIST, { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalcafé' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Afgelasten' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Afgelasten' }));
    expect(sentTo(server, '/transition')).toBeUndefined();
    await userEvent.type(dialog.getByLabelText('Waarom gaat het niet door?'), 'Het dak lekt');
    await userEvent.click(dialog.getByRole('button', { name: 'Afgelasten' }));
    expect(await screen.findByText('De activiteit is afgelast')).toBeTruthy();
    expect(sentTo(server, '/transition')).toEqual({
      data: { type: 'activities', id: '4', attributes: { event: 'cancel', message: 'Het dak lekt' } },
    });
  });

  test('the centre judges what was sent in', async () => {
    const submitted = activity({ status: 'draft', moderation_state: 'submitted' }, [
      'approve',
      'request_changes',
      'refuse',
      'publish',
    ]);
    const server = answers({
      '/api/v1/activities': listOf([submitted]),
      'PUT /api/v1/activities/4/moderate': oneOf(activity()),
    });
    await render(`${LIST}?filter=review`, { as: 'coordinator', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Meer acties voor Taalcafé' }));
    expect(screen.queryByRole('menuitem', { name: 'Online zetten' })).toBeNull();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Goedkeuren' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.click(dialog.getByRole('button', { name: 'Goedkeuren' }));
    await waitFor(() =>
      expect(sentTo(server, '/moderate')).toMatchObject({ data: { attributes: { event: 'approve' } } }),
    );
  });
});

describe('the dates', () => {
  test('each says whether it goes ahead, and what is over is folded away', async () => {
    await render(`${LIST}/4`, { as: 'organization', server: answers() });
    expect(await screen.findByText('Gaat niet door. Feestdag')).toBeTruthy();
    expect(screen.getByText('Deze keer 19:00 tot 20:30 uur')).toBeTruthy();
    expect(screen.queryByText(/november 2020/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: '1 keer die geweest is tonen' }));
    expect(screen.getByText(/november 2020/)).toBeTruthy();
  });

  test('one and all after it move in time alone', async () => {
    const server = answers({
      'PUT /api/v1/activity_occurrences/2/change': oneOf(DATES[1] ?? date('2', '2099-11-04')),
    });
    await render(`${LIST}/4`, { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: /^wo 4 november 2099 wijzigen/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText('Dag')).toBeTruthy();
    await userEvent.click(dialog.getByLabelText(/Deze en daarna/));
    expect(dialog.queryByLabelText('Dag')).toBeNull();
    const from = dialog.getByLabelText('Van');
    await userEvent.clear(from);
    await userEvent.type(from, '9.30');
    await userEvent.click(dialog.getByRole('button', { name: 'Wijziging opslaan' }));
    await waitFor(() => expect(sentTo(server, '/change')).toBeTruthy());
    expect(sentTo(server, '/change')).toMatchObject({
      data: { attributes: { scope: 'later', from: '09:30', until: '15:00', reason: null } },
    });
  });

  test('a date that was cancelled is put back', async () => {
    const server = answers({ 'PUT /api/v1/activity_occurrences/3/restore': oneOf(date('3', '2099-11-11')) });
    await render(`${LIST}/4`, { as: 'organization', server });
    await userEvent.click(await screen.findByRole('button', { name: /11 november 2099 terugzetten/ }));
    await waitFor(() =>
      expect(sentTo(server, '/3/restore')).toMatchObject({ data: { attributes: { scope: 'one' } } }),
    );
  });
});
