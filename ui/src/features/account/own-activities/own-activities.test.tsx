import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { isLate, startOf, stepsOf } from '../../../lib/activities/registrations.ts';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const of = (more: object): ActivityRegistration =>
  ({
    status: 'registered',
    occurrence: { startsLocal: '2099-12-02T13:30', allDay: false },
    startsAt: '2099-12-02T12:30:00Z',
    activity: { allDay: false, withdrawMinutes: 180 },
    transitions: [],
    ...more,
  }) as unknown as ActivityRegistration;

describe('one registration', () => {
  test.each([
    [{}, { day: 'woensdag 2 december', time: '13:30' }],
    [
      { occurrence: { startsLocal: '2099-12-02T00:00', allDay: true } },
      { day: 'woensdag 2 december', time: null },
    ],
    // Of all dates the next one, by the Dutch clock.
    [
      { occurrence: null, startsAt: '2099-12-02T23:30:00Z' },
      { day: 'donderdag 3 december', time: '00:30' },
    ],
    [{ occurrence: null, startsAt: null }, null],
  ])('begins: %o', (more, start) => {
    expect(startOf(of(more))).toEqual(start);
  });

  test.each([
    ['2099-12-02T09:29:00Z', {}, false],
    ['2099-12-02T09:30:00Z', {}, true],
    ['2099-12-02T12:00:00Z', { status: 'waitlisted' }, false],
  ])('whether who withdraws at %s is late: %o', (now, more, late) => {
    expect(isLate(of(more), Date.parse(now))).toBe(late);
  });

  test.each([
    [
      ['accept_offer', 'refuse_offer', 'withdraw'],
      ['accept_offer', 'refuse_offer'],
    ],
    [['withdraw', 'remove'], ['withdraw']],
    [['remove'], ['remove']],
    [[], []],
  ])('of %o these are offered: %o', (transitions, steps) => {
    expect(stepsOf(of({ transitions }))).toEqual(steps);
  });
});

const row = (id: string, more: Record<string, unknown>, transitions: string[]) =>
  wire(
    'activity_registrations',
    id,
    {
      activity_id: '4',
      occurrence_id: '11',
      activity_title: 'Taalcafé',
      status: 'registered',
      party_size: 1,
      offered_size: null,
      offer_expires_at: null,
      waitlist_position: null,
      starts_at: '2099-12-02T12:30:00Z',
      ...more,
    },
    {
      meta: { can: [], transitions },
      relationships: {
        activity: { data: { type: 'activities', id: '4' } },
        occurrence: { data: { type: 'activity_occurrences', id: '11' } },
      },
    },
  );

const included = [
  wire('activities', '4', {
    slug: 'taalcafe',
    location_name: 'De Huiskamer',
    online: false,
    all_day: false,
    withdraw_minutes: 180,
  }),
  wire('activity_occurrences', '11', {
    starts_local: '2099-12-02T13:30',
    all_day: false,
    status: 'planned',
    is_changed: false,
  }),
];

const PATH = '/profiel/activiteiten';
const REGISTRATIONS = '/api/v1/activity_registrations';

describe('the screen', () => {
  test('says when, where and how it stands, and lets somebody withdraw', async () => {
    const server = fakeServer({
      [REGISTRATIONS]: listOf([row('1', {}, ['withdraw'])], { included }),
      [`PUT ${REGISTRATIONS}/1/transition`]: oneOf(row('1', { status: 'withdrawn' }, [])),
    });
    await render(PATH, { as: 'volunteer', server });
    const link = await screen.findByRole('link', { name: 'Taalcafé' });
    expect(link.getAttribute('href')).toBe('/activiteitenkalender/4-taalcafe?datum=2099-12-02');
    expect(screen.getByText('woensdag 2 december, 13:30 uur')).toBeTruthy();
    expect(screen.getByText('De Huiskamer')).toBeTruthy();
    expect(screen.getByText('Aangemeld')).toBeTruthy();
    await userEvent.click(
      screen.getByRole('button', { name: 'Afmelden voor Taalcafé, woensdag 2 december' }),
    );
    const dialog = within(await screen.findByRole('dialog', { name: 'Afmelden voor Taalcafé?' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Afmelden' }));
    expect(await screen.findByText('Je bent afgemeld')).toBeTruthy();
    const sent = server.calls.find(({ method }) => method === 'PUT')?.body;
    expect(sent).toMatchObject({ data: { attributes: { event: 'withdraw' } } });
  });

  test('a place that is kept says until when, for how many, and is taken with one press', async () => {
    const offer = {
      status: 'offered',
      party_size: 3,
      offered_size: 2,
      offer_expires_at: '2099-11-30T09:00:00Z',
    };
    const server = fakeServer({
      [REGISTRATIONS]: listOf([row('1', offer, ['accept_offer', 'refuse_offer', 'withdraw'])], { included }),
      [`PUT ${REGISTRATIONS}/1/transition`]: oneOf(row('1', {}, ['withdraw'])),
    });
    await render(PATH, { as: 'volunteer', server });
    expect(await screen.findByText(/^Plek vrij, antwoord voor ma 30 nov\.?, 10:00 uur$/)).toBeTruthy();
    expect(screen.getByText('Er is plek voor 2 van jullie')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Plek aannemen bij Taalcafé/ }));
    expect(await screen.findByText('Je bent aangemeld')).toBeTruthy();
  });

  test('who waits for the yes of the organiser does not read of a waiting list', async () => {
    const asking = { status: 'waitlisted', needs_yes: true };
    const server = fakeServer({
      [REGISTRATIONS]: listOf([row('1', asking, ['withdraw'])], { included }),
    });
    await render(PATH, { as: 'volunteer', server });
    expect(await screen.findByText('De organisator beslist nog')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Afmelden voor Taalcafé/ }));
    expect(await screen.findByText('De organisator hoeft dan niet meer te beslissen.')).toBeTruthy();
    expect(screen.queryByText(/wachtlijst/)).toBeNull();
  });

  test('a refusal is told in the words of the server', async () => {
    const server = fakeServer({
      [REGISTRATIONS]: listOf([row('1', {}, ['withdraw'])], { included }),
      [`PUT ${REGISTRATIONS}/1/transition`]: {
        status: 422,
        document: { errors: [{ status: '422', code: 'invalid_transition', detail: 'Dit kan nu niet.' }] },
      },
    });
    await render(PATH, { as: 'volunteer', server });
    await userEvent.click(await screen.findByRole('button', { name: /^Afmelden voor Taalcafé/ }));
    await userEvent.click(
      within(await screen.findByRole('dialog')).getByRole('button', { name: 'Afmelden' }),
    );
    expect(await screen.findByText('Dit kan nu niet.')).toBeTruthy();
  });

  test('without any it leads to the calendar', async () => {
    await render(PATH, { as: 'volunteer', server: fakeServer({ [REGISTRATIONS]: listOf([]) }) });
    const link = await screen.findByRole('link', { name: 'Activiteiten bekijken' });
    await waitFor(() => expect(link.getAttribute('href')).toBe('/activiteitenkalender'));
  });
});
