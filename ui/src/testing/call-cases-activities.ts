// Calls about activities and their dates.

import { ACTIVITY_CALLS } from '../api/activity-calls.ts';
import { PUBLISHED_CALLS } from '../api/published-calls.ts';
import { createResource, listResource, send } from '../api/requests.ts';
import { STAFF_CALLS } from '../api/staff-calls.ts';
import { type CallCase, first, holds, refused, says } from './call-case.ts';

const WHEN = {
  startsAt: '2029-11-06T13:30',
  endsAt: '2029-11-06T15:00',
  recurrence: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
};

/** A draft of one's own organisation. */
async function anActivity(): Promise<string> {
  const { items } = await listResource('vacancies', { filter: { mineEq: true }, page: { size: 1 } });
  const { organizationId } = first(items);
  return (await createResource('activities', { ...WHEN, title: 'Samen koffie drinken', organizationId })).id;
}

async function aDate(): Promise<string> {
  const { items } = await listResource('activity_occurrences', {
    filter: { activityIdEq: await anActivity() },
  });
  return first(items).id;
}

/** `2026-12-02T13:30` in the Netherlands, so many minutes from now. */
const localTime = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000)
    .toLocaleString('sv-SE', { timeZone: 'Europe/Amsterdam' })
    .replace(' ', 'T')
    .slice(0, 16);

async function aRegistration(): Promise<string> {
  const { items } = await listResource('activity_registrations', {
    filter: { statusEq: 'registered' },
    sort: 'starts_at',
    page: { size: 1 },
  });
  return first(items).id;
}

export const ACTIVITY_CASES = {
  activityHistory: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(ACTIVITY_CALLS.activityHistory, { id: await anActivity() }),
        'event',
        'to',
        'at',
        'actorName',
      ),
  },
  activityReviewHints: {
    as: 'centrum',
    ask: async () => {
      const { items } = await listResource('activities', { page: { size: 1 } });
      await says(send(STAFF_CALLS.activityReviewHints, { id: first(items).id }), 'hints');
    },
  },
  activityStep: {
    as: 'organisatie',
    ask: async () =>
      refused(
        send(ACTIVITY_CALLS.activityStep, { id: await anActivity(), body: { event: 'finish' } }),
        'invalid_transition',
      ),
  },
  moderateActivity: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(ACTIVITY_CALLS.moderateActivity, {
          id: '999999',
          body: { event: 'refuse', message: 'Graag concreter.' },
        }),
        'not_found',
      ),
  },
  activityMessages: {
    as: 'organisatie',
    ask: () => refused(send(ACTIVITY_CALLS.activityMessages, { id: '999999' }), 'not_found'),
  },
  writeToActivity: {
    as: 'organisatie',
    ask: async () =>
      refused(
        send(ACTIVITY_CALLS.writeToActivity, {
          id: await anActivity(),
          body: { message: 'Tot dan!', occurrenceId: '999999' },
        }),
        'invalid',
      ),
  },
  duplicateActivity: {
    as: 'organisatie',
    ask: async () =>
      holds(send(ACTIVITY_CALLS.duplicateActivity, { id: await anActivity() }), 'title', 'recurrence'),
  },
  activityDates: {
    as: 'organisatie',
    ask: () =>
      says(send(ACTIVITY_CALLS.activityDates, { body: WHEN }), 'dates', 'skippedDays', 'wordsNl', 'wordsEn'),
  },
  moveOccurrence: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(ACTIVITY_CALLS.moveOccurrence, { id: await aDate(), body: { from: '14:00', until: '16:00' } }),
        'startsLocal',
        'isChanged',
      ),
  },
  cancelOccurrence: {
    as: 'organisatie',
    ask: async () =>
      holds(
        send(ACTIVITY_CALLS.cancelOccurrence, { id: await aDate(), body: { reason: 'Feestdag' } }),
        'status',
      ),
  },
  restoreOccurrence: {
    as: 'organisatie',
    ask: async () => holds(send(ACTIVITY_CALLS.restoreOccurrence, { id: await aDate(), body: {} }), 'status'),
  },
  registrationStep: {
    as: 'centrum',
    ask: async () =>
      refused(
        send(ACTIVITY_CALLS.registrationStep, { id: await aRegistration(), body: { event: 'restore' } }),
        'invalid_transition',
      ),
  },
  checkIn: {
    as: 'centrum',
    ask: async () => {
      // All of the demo are days away: whoever is checked in comes to a date of today.
      const { id } = await createResource('activities', {
        title: 'Samen koffie drinken',
        description: '<p>Iedereen is welkom, ook als je nog nooit bent geweest.</p>',
        activityCategories: ['meet'],
        online: true,
        onlineUrl: 'https://koffie.example.org/tafel',
        startsAt: localTime(60),
        endsAt: localTime(120),
      });
      await send(ACTIVITY_CALLS.activityStep, { id, body: { event: 'publish' } });
      const { item } = await send(ACTIVITY_CALLS.addWalkIn, {
        id,
        body: { firstName: 'Joke', present: false },
      });
      const body = { present: true, tapId: crypto.randomUUID() };
      await says(
        send(ACTIVITY_CALLS.checkIn, { id: item?.id ?? '', body }),
        'id',
        'attendance',
        'at',
        'isYours',
        'other',
      );
    },
  },
  handOverPlace: {
    as: 'vrijwilliger',
    ask: async () => {
      const { items } = await listResource('activity_registrations', {
        filter: { mineEq: true, upcomingEq: true, statusIn: ['registered'] },
      });
      const body = { firstName: 'Roos', email: 'roos@voorbeeld.nl' };
      await says(send(ACTIVITY_CALLS.handOverPlace, { id: first(items).id, body }), 'sentTo', 'expiresAt');
    },
  },
  addWalkIn: {
    as: 'centrum',
    ask: async () => {
      const { items } = await listResource('activity_occurrences', {
        filter: { upcomingEq: true, statusEq: 'planned' },
        sort: '-starts_at',
        page: { size: 100 },
      });
      const date = first(
        items.filter(
          ({ registration, activityStatus }) => registration === 'none' && activityStatus === 'published',
        ),
      );
      await holds(
        send(ACTIVITY_CALLS.addWalkIn, {
          id: date.activityId,
          body: { occurrenceId: date.id, firstName: 'Joke' },
        }),
        'name',
        'status',
        'partySize',
        'checkedInAt',
      );
    },
  },
  joinActivity: {
    as: 'nobody',
    ask: async () => {
      const { items } = await listResource('activity_occurrences', {
        sort: '-starts_at',
        page: { size: 100 },
      });
      const date = first(
        items.filter(({ registration, isWorkshop }) => registration === 'occurrence' && !isWorkshop),
      );
      const body = {
        occurrenceId: date.id,
        firstName: 'Joke',
        email: 'joke@voorbeeld.example',
        consent: true,
      };
      await says(send(PUBLISHED_CALLS.joinActivity, { id: date.activityId, body }), 'sentTo');
    },
  },
} as const satisfies Readonly<Record<string, CallCase>>;
