import { describe, expect, test } from 'vitest';
import type { NotificationPreference } from '../../api/calls.ts';
import type { Consent, User } from '../../api/schema.d.ts';
import { kindsShown, storyOf } from './privacy/consent-story.ts';
import { nextSteps } from './profile/next-steps.ts';
import { changedDetails, daysOf, detailsToForm, nextDigest } from './profile/own-form.ts';
import { alwaysSent, groupMessages, groupOf } from './settings/message-groups.ts';
import { isTimeOfDay, timeOfDay } from './settings/time-of-day.ts';

describe('a time as people type it', () => {
  test.each([
    ['21:30', '21:30'],
    ['9.30', '09:30'],
    ['930', '09:30'],
    ['9 uur', '09:00'],
    ['7', '07:00'],
    ['24:00', null],
    ['half tien', null],
    ['21:60', null],
    ['', null],
  ])('%s', (typed, kept) => {
    const read = timeOfDay(typed);
    expect(isTimeOfDay(read) ? read : null).toBe(kept);
  });
});

describe('the next digest', () => {
  // A Saturday.
  const at = (time: string): Date => new Date(`2026-11-21T${time}`);
  const dayOf = (days: number[], now: Date): string | null => {
    const next = nextDigest(days, now);
    return next && `${next.getMonth() + 1}-${next.getDate()}`;
  };

  test('comes on the next chosen day', () => {
    expect(dayOf([1], at('12:00'))).toBe('11-23');
    expect(dayOf([3, 7], at('12:00'))).toBe('11-22');
  });

  test('is today’s until half past seven, and next week’s after', () => {
    expect(dayOf([6], at('07:00'))).toBe('11-21');
    expect(dayOf([6], at('07:30'))).toBe('11-28');
  });

  test('never comes without a day', () => {
    expect(dayOf([], at('12:00'))).toBeNull();
  });

  test('holds days of the week and nothing else', () => {
    expect(daysOf(['1', '7', '8', 'x'])).toEqual([1, 7]);
    expect(daysOf(null)).toEqual([]);
  });
});

describe('own details', () => {
  const me = {
    firstName: 'Joke',
    lastName: 'Visser',
    phoneNumber: '+31612345678',
    jobTitle: null,
    gender: null,
    birthDate: null,
  } as User;

  test('only what changed is sent', () => {
    const before = detailsToForm(me);
    expect(before.phoneNumber).toBe('06 - 12 34 56 78');
    expect(changedDetails(before, { ...before, lastName: ' Vos ' })).toEqual({ lastName: 'Vos' });
    expect(changedDetails(before, before)).toEqual({});
  });

  test('what is emptied is taken away', () => {
    const before = detailsToForm(me);
    expect(changedDetails(before, { ...before, phoneNumber: '' })).toEqual({ phoneNumber: null });
  });
});

describe('the next step', () => {
  const me = { unconfirmedEmail: null, phoneNumber: '+31612345678', digestDays: [1] };
  const at = (person: Parameters<typeof nextSteps>[0], applications = 0, canWork = false) =>
    nextSteps(person, { applications, canWork }).map((step) => step.key);

  test('is an address that waits, before anything else', () => {
    expect(at({ ...me, unconfirmedEmail: 'a@b.nl' }, 3)[0]).toBe('confirm_email');
  });

  test('is finding something for who never applied, unless they are here to work', () => {
    expect(at(me)).toEqual(['apply']);
    expect(at(me, 0, true)).toEqual([]);
    expect(at({ ...me, phoneNumber: null, digestDays: [] }, 0, true)).toEqual(['phone', 'digest']);
  });
});

describe('messages', () => {
  const line = (kind: string, area: string, channel: 'app' | 'email', isMandatory = false) =>
    ({
      id: `${kind}.${channel}`,
      kind,
      area,
      channel,
      isMandatory,
      rate: 'instant',
    }) as NotificationPreference;
  const all = [
    line('password_reset', 'account', 'email', true),
    line('role_offered', 'account', 'app'),
    line('role_offered', 'account', 'email'),
    line('application_paused', 'application', 'email'),
    line('application_new', 'application', 'email'),
    line('mentor_application_to_approve', 'account', 'email'),
    line('org_to_review', 'center', 'email'),
    line('vacancy_expired', 'vacancy', 'email'),
  ];
  const names = (works: boolean, decides: boolean) =>
    groupMessages(all, { works, decides }).map((group) => group.name);

  test('show only what somebody can get', () => {
    expect(names(false, false)).toEqual(['applications', 'account']);
    expect(names(true, false)).toEqual(['applications', 'applicants', 'vacancies', 'account']);
    expect(names(false, true)).toEqual(['applications', 'centre', 'account']);
  });

  test('a School hears of a student stand with those about who applies', () => {
    expect(groupOf({ kind: 'mentor_application_to_approve', area: 'account' })).toBe('applicants');
  });

  test('stand once, with both ways', () => {
    const account = groupMessages(all, { works: false, decides: false }).find(
      (each) => each.name === 'account',
    );
    expect(account?.lines).toHaveLength(1);
    expect(account?.lines[0]?.app?.id).toBe('role_offered.app');
    expect(account?.lines[0]?.email?.id).toBe('role_offered.email');
  });

  test('that always come cannot be chosen', () => {
    expect(alwaysSent(all, { works: false, decides: false })).toEqual(['password_reset']);
  });

  test('of a kind nobody knew yet find a place', () => {
    expect(groupOf({ kind: 'something_new', area: 'elsewhere' })).toBe('account');
  });
});

describe('consents', () => {
  const said = (id: string, kind: string, isGiven: boolean, createdAt: string) =>
    ({ id, kind, isGiven, createdAt }) as Consent;
  const all = [
    said('1', 'terms', true, '2026-01-01T00:00:00Z'),
    said('2', 'newsletter', true, '2026-02-01T00:00:00Z'),
    said('3', 'newsletter', false, '2026-03-01T00:00:00Z'),
  ];

  test('the newest word counts, and what was said before stays', () => {
    const story = storyOf('newsletter', all);
    expect(story).toMatchObject({ isGiven: false, since: '2026-03-01T00:00:00Z' });
    expect(story.before.map((each) => each.id)).toEqual(['2']);
  });

  test('of what was never asked the answer is no', () => {
    expect(storyOf('statistics', all)).toEqual({
      kind: 'statistics',
      isGiven: false,
      since: null,
      edition: null,
      before: [],
    });
  });

  test('to be found is asked where there is a pool, or where it was asked before', () => {
    expect(kindsShown(all, false)).not.toContain('pool');
    expect(kindsShown(all, true)).toContain('pool');
    expect(kindsShown([said('4', 'pool', false, '2026-03-01T00:00:00Z')], false)).toContain('pool');
  });
});
