import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Activity } from '../../../api/schema.d.ts';
import { readDraft } from '../../../lib/unsaved/drafts.ts';
import { type FakeServer, fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import {
  changedAttributes,
  datesOf,
  missingParts,
  newAttributes,
  newForm,
  toForm,
} from './activity-form-values.ts';

const stored = {
  title: 'Taalcafé',
  status: 'draft',
  moderation_state: 'none',
  moderation_message: null,
  summary: null,
  description: '<p>Samen Nederlands praten met koffie en thee.</p>',
  activity_categories: ['language'],
  target_groups: [],
  tags: [],
  is_workshop: false,
  seats_per_organization: null,
  only_for_organizations: false,
  starts_at: '2099-11-04T13:30',
  ends_at: '2099-11-04T15:00',
  all_day: false,
  recurrence: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20991216',
  excluded_days: ['2099-11-25'],
  next_starts_at: '2099-11-04T12:30:00Z',
  occurrences_count: 6,
  place_id: '7',
  location_name: 'De Huiskamer',
  online: false,
  online_url: null,
  organization_id: '1',
  organization_name: 'Taalhuis',
  contact_person_id: null,
  contact_phone_visible: false,
  registration: 'none',
  allows_guests: true,
  capacity: null,
  has_waiting_list: true,
  most_per_party: 1,
  registration_closes_minutes: null,
  withdraw_minutes: 180,
  asks_after_no_shows: false,
  minimum_participants: null,
  minimum_on: null,
  questions: [],
  cost: null,
  is_free: true,
  accessibility: null,
  image_url: null,
  image_alt: '',
};

const saved = (more: Partial<Activity> = {}): Activity =>
  ({
    startsAt: stored.starts_at,
    endsAt: stored.ends_at,
    recurrence: stored.recurrence,
    excludedDays: stored.excluded_days,
    allDay: false,
    title: stored.title,
    description: stored.description,
    activityCategories: ['language'],
    targetGroups: [],
    questions: [],
    placeId: '7',
    online: false,
    onlineUrl: null,
    isFree: true,
    cost: null,
    registration: 'none',
    registrationClosesMinutes: null,
    withdrawMinutes: 180,
    asksAfterNoShows: false,
    tags: ['flexible'],
    minimumParticipants: 6,
    minimumOn: '2099-10-28',
    mostPerParty: 1,
    nextStartsAt: stored.next_starts_at,
    ...more,
  }) as Activity;

describe('what is filled in', () => {
  const form = { ...newForm('1', null), day: '2099-11-04', from: '9.30', until: '11:00' };

  test('once, with a time as people type it', () => {
    expect(datesOf(form)).toEqual({
      startsAt: '2099-11-04T09:30',
      endsAt: '2099-11-04T11:00',
      allDay: false,
      recurrence: null,
      excludedDays: [],
    });
    expect(datesOf({ ...form, from: '' })).toBeNull();
  });

  test('several whole days in a row end with the last day', () => {
    expect(datesOf({ ...form, how: 'days', allDay: true, lastDay: '2099-11-06' })).toMatchObject({
      startsAt: '2099-11-04T00:00',
      endsAt: '2099-11-06T00:00',
      allDay: true,
    });
  });

  test('what ends in the night ends the next day', () => {
    expect(datesOf({ ...form, from: '20.00', until: '01.00' })?.endsAt).toBe('2099-11-05T01:00');
    expect(datesOf({ ...form, from: '13.00', until: '12.00' })?.endsAt).toBe('2099-11-04T12:00');
  });

  test.each([
    [
      { every: 'weekly.2', weekdays: ['WE'], end: 'count', endCount: 5 },
      'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE;COUNT=5',
    ],
    [
      { every: 'monthly.1', monthly: 'BYDAY=1WE', end: 'until', endDay: '2100-02-03' },
      'FREQ=MONTHLY;BYDAY=1WE;UNTIL=21000203',
    ],
    [{ every: 'daily.1', end: 'open' }, 'FREQ=DAILY;UNTIL=21000504'],
    [
      { every: 'other', interval: 3, unit: 'weekly', weekdays: ['MO', 'FR'], end: 'count', endCount: 4 },
      'FREQ=WEEKLY;INTERVAL=3;BYDAY=MO,FR;COUNT=4',
    ],
  ])('regularly: %o', (more, recurrence) => {
    expect(datesOf({ ...form, how: 'regular', ...more })?.recurrence).toBe(recurrence);
  });

  test('an activity comes back from the form as it was', () => {
    const base = toForm(saved());
    expect(changedAttributes(base, base)).toEqual({});
    expect(datesOf(base)).toMatchObject({ recurrence: stored.recurrence, excludedDays: ['2099-11-25'] });
    expect(changedAttributes(base, { ...base, title: 'Praatcafé' })).toEqual({ title: 'Praatcafé' });
  });

  test('with nobody signing up there is no least number of people', () => {
    const signedUp = { ...toForm(saved()), registration: 'occurrence' };
    expect(changedAttributes(toForm(saved()), signedUp)).toMatchObject({
      minimumParticipants: 6,
      minimumOn: '2099-10-28',
    });
    const none = { ...signedUp, minimumParticipants: null, withdraw: '1440' };
    expect(changedAttributes(signedUp, none)).toEqual({
      minimumParticipants: null,
      minimumOn: null,
      withdrawMinutes: 1440,
    });
  });

  test('a camp comes back as days in a row, and a rule of others as it is said', () => {
    const camp = toForm(saved({ endsAt: '2099-11-06T12:00', recurrence: null }));
    expect(camp).toMatchObject({ how: 'days', lastDay: '2099-11-06' });
    const odd = toForm(saved({ recurrence: 'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31;COUNT=3' }));
    expect(odd).toMatchObject({ every: 'other', interval: 5, unit: 'monthly', monthly: 'BYMONTHDAY=31' });
    expect(datesOf(odd)?.recurrence).toBe('FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=31;COUNT=3');
  });

  test('without an organisation it is of the centre', () => {
    expect(newAttributes({ ...form, title: 'Open dag', organizationId: 'centre' })).not.toHaveProperty(
      'organizationId',
    );
    expect(newAttributes({ ...form, title: 'Open dag' }).organizationId).toBe('1');
  });

  test('what is still missing is named', () => {
    expect(missingParts(saved())).toEqual([]);
    expect(missingParts(saved({ placeId: null, isFree: false, description: '' }))).toEqual([
      'description',
      'place',
      'cost',
    ]);
    expect(missingParts(saved({ online: true }))).toEqual(['online']);
  });
});

const PREVIEW = {
  document: {
    data: null,
    meta: {
      dates: [
        { starts: '2099-11-04T13:30', ends: '2099-11-04T15:00', is_holiday: false },
        { starts: '2099-12-25T13:30', ends: '2099-12-25T15:00', is_holiday: true },
      ],
      skipped_days: [],
      words_nl: 'elke woensdag van 13.30 tot 15.00 uur',
      words_en: 'every Wednesday from 13:30 to 15:00',
    },
  },
};

function answers(more: Parameters<typeof fakeServer>[0] = {}, attributes = {}): FakeServer {
  const one = wire(
    'activities',
    '4',
    { ...stored, ...attributes },
    {
      meta: { can: ['update', 'manage'], transitions: ['publish', 'submit'] },
    },
  );
  return fakeServer({
    '/api/v1/activities': listOf([one], { meta: { can: ['create'] } }),
    '/api/v1/activities/4': { ...oneOf(one), headers: { ETag: '"1"' } },
    'POST /api/v1/activities': oneOf(one),
    'PATCH /api/v1/activities/4': oneOf(one),
    'PUT /api/v1/activities/preview_dates': PREVIEW,
    '/api/v1/places': listOf([
      wire('places', '7', { name: 'De Huiskamer', organization_id: '1', address: { city: 'Lindewaard' } }),
    ]),
    '/api/v1/users': listOf([]),
    '/api/v1/taxonomies/activity_categories': listOf([]),
    '/api/v1/taxonomies/target_groups': listOf([]),
    '/api/v1/taxonomies/tags': listOf([
      wire('taxonomies', '9', { key: 'flexible', name_nl: 'Flexibel', name_en: 'Flexible', archived: false }),
    ]),
    ...more,
  });
}

const LIST = '/activiteitenkalender/overzicht';
const sent = (server: FakeServer, method: string) =>
  server.calls.find((call) => call.method === method)?.body;

describe('the steps', () => {
  test('what is typed stays here until there is a date, and is a draft from then on', async () => {
    localStorage.clear();
    const server = answers();
    await render(`${LIST}/nieuw`, { as: 'organization', server });
    await userEvent.type(await screen.findByLabelText('Titel'), 'Taalcafé');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    await screen.findByRole('heading', { name: 'Wanneer is het?' });
    expect(readDraft<{ title: string }>('activities/new')?.title).toBe('Taalcafé');
    expect(sent(server, 'POST')).toBeUndefined();
    await userEvent.click(screen.getByLabelText(/^Regelmatig/));
    await userEvent.type(screen.getByLabelText('Eerste dag'), '04-11-2099');
    await userEvent.type(screen.getByLabelText('Van'), '13.30');
    await userEvent.type(screen.getByLabelText('Tot'), '15.00');
    await userEvent.type(screen.getByLabelText('Laatste dag'), '16-12-2099');
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'woensdag' }).checked).toBe(true);
    expect(await screen.findByText('Elke woensdag van 13.30 tot 15.00 uur')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    await waitFor(() => expect(sent(server, 'POST')).toBeTruthy());
    expect(sent(server, 'POST')).toMatchObject({
      data: {
        attributes: {
          title: 'Taalcafé',
          organization_id: '1',
          starts_at: '2099-11-04T13:30',
          ends_at: '2099-11-04T15:00',
          recurrence: 'FREQ=WEEKLY;BYDAY=WE;UNTIL=20991216',
        },
      },
    });
    expect(await screen.findByRole('heading', { name: 'Waar is het?' })).toBeTruthy();
    expect(readDraft('activities/new')).toBeNull();
  });

  test('a sentence that is not complete says what is missing', async () => {
    await render(`${LIST}/nieuw?step=when`, { as: 'organization', server: answers() });
    await userEvent.click(await screen.findByLabelText(/^Regelmatig/));
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    const summary = within((await screen.findAllByRole('alert'))[0] ?? document.body);
    expect(summary.getByRole('link', { name: /Op welke dagen/ })).toBeTruthy();
    expect(summary.getByRole('link', { name: /Eerste dag/ })).toBeTruthy();
  });

  test('a public holiday can be left out with one press', async () => {
    const server = answers();
    await render(`${LIST}/4/wijzigen?step=when`, { as: 'organization', server });
    const excluded = within(await screen.findByRole('group', { name: 'Op deze dagen niet' }));
    await userEvent.click(await excluded.findByRole('button', { name: 'vr 25 december 2099 overslaan' }));
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    await waitFor(() => expect(sent(server, 'PATCH')).toBeTruthy());
    expect(sent(server, 'PATCH')).toEqual({
      data: { type: 'activities', id: '4', attributes: { excluded_days: ['2099-11-25', '2099-12-25'] } },
    });
  });

  test('with how few it goes on, until when it is decided, and until when people withdraw', async () => {
    const server = answers({}, { registration: 'occurrence', capacity: 10 });
    await render(`${LIST}/4/wijzigen?step=signup`, { as: 'organization', server });
    await userEvent.selectOptions(await screen.findByLabelText(/op tijd afmelden/), 'Tot 1 dag van tevoren');
    await userEvent.type(screen.getByLabelText(/minstens nodig/), '12');
    await userEvent.type(await screen.findByLabelText(/Op welke dag besluit je/), '05-11-2099');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    expect((await screen.findAllByText(/meer mensen dan er kunnen meedoen/)).length).toBeGreaterThan(0);
    expect(screen.getAllByText(/Kies een dag voor de eerste keer/).length).toBeGreaterThan(0);
    expect(sent(server, 'PATCH')).toBeUndefined();
    await userEvent.clear(screen.getByLabelText(/minstens nodig/));
    await userEvent.type(screen.getByLabelText(/minstens nodig/), '6');
    const day = screen.getByLabelText(/Op welke dag besluit je/);
    await userEvent.clear(day);
    await userEvent.type(day, '28-10-2099');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    await waitFor(() => expect(sent(server, 'PATCH')).toBeTruthy());
    expect(sent(server, 'PATCH')).toMatchObject({
      data: { attributes: { withdraw_minutes: 1440, minimum_participants: 6, minimum_on: '2099-10-28' } },
    });
  });

  test('a refusal about another step says which one', async () => {
    const refusal = {
      status: 422,
      document: {
        errors: [
          {
            status: '422',
            code: 'invalid',
            source: { pointer: '/data/attributes/ends_at' },
            detail: 'Te lang.',
          },
        ],
      },
    };
    const server = answers({ 'PATCH /api/v1/activities/4': refusal });
    await render(`${LIST}/4/wijzigen?step=what`, { as: 'organization', server });
    await userEvent.type(await screen.findByLabelText('Titel'), 's');
    await userEvent.click(screen.getByRole('button', { name: 'Volgende stap' }));
    expect(await screen.findByText('Stap Wanneer: Te lang.')).toBeTruthy();
  });

  test('at the end it says what is missing, and goes online only without', async () => {
    await render(`${LIST}/4/wijzigen?step=check`, {
      as: 'organization',
      server: answers({}, { place_id: null }),
    });
    expect(await screen.findByText(/Je hebt nog geen locatie gekozen/)).toBeTruthy();
    const button = screen.getByRole('button', { name: 'Online zetten' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(screen.queryByRole('button', { name: 'Insturen' })).toBeNull();
  });
});
