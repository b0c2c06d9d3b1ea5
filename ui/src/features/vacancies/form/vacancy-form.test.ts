import { describe, expect, test } from 'vitest';
import { queryOf } from '../../../api/params.ts';
import type { Address, Vacancy } from '../../../api/schema.d.ts';
import { dayOf } from '../../../lib/vacancies/expiry.ts';
import { workState } from '../list/my-vacancies-state.ts';
import { hrefOf, paramsOf, readState } from '../list/my-vacancies-url.ts';
import { offeredEvents, splitEvents } from './vacancy-form-events.ts';
import {
  changedAttributes,
  linesOf,
  missingParts,
  newAttributes,
  newForm,
  placeOf,
  toAttributes,
  toForm,
} from './vacancy-form-values.ts';

const address = (street: string, id = '1'): Address =>
  ({
    id,
    type: 'addresses',
    street,
    houseNumber: '18',
    postalCode: '5310 ND',
    city: 'Lindewaard',
  }) as Address;

const vacancy = {
  id: '4',
  organizationId: '1',
  title: 'Taalmaatje',
  status: 'published',
  moderationState: 'none',
  vacancyType: 'language',
  summary: null,
  description: '<p>Je <strong>praat</strong> elke week een uur met iemand die Nederlands leert.</p>',
  requirements: ['Geduld', 'Een half jaar'],
  offer: 'Koffie',
  expenses: null,
  hoursPerWeek: 1.5,
  capacity: 8,
  schedule: 'In overleg',
  expiresAt: '2026-11-30T22:59:59Z',
  contactPersonId: '3',
  contactPhoneVisible: true,
  ageGroupIds: [],
  activityTypeIds: ['23'],
  tags: ['evenings', 'regularly', 'flexible'],
  online: false,
  minAge: 18,
  languages: ['nl'],
  requiredChecks: ['vog'],
  youtubeUrl: null,
  imageUrl: '/img/taal.svg',
  address: address('Kerkstraat', '9'),
} as unknown as Vacancy;

const own = address('kerkstraat');
const form = toForm(vacancy, own);

describe('a vacancy in the form', () => {
  test('goes there and back without a change', () => {
    expect(changedAttributes(form, { ...form }, own)).toEqual({});
    expect(toAttributes(form)).toMatchObject({
      title: 'Taalmaatje',
      summary: null,
      requirements: ['Geduld', 'Een half jaar'],
      hoursPerWeek: 1.5,
      expiresAt: '2026-11-30',
      online: false,
      tags: ['regularly', 'flexible', 'evenings'],
      contactPersonId: '3',
    });
  });

  test('only what changed is sent', () => {
    const after = { ...form, title: ' Taalmaatjes ', requirements: 'Geduld\n- Tijd\n\n' };
    expect(changedAttributes(form, after, own)).toEqual({
      title: 'Taalmaatjes',
      requirements: ['Geduld', 'Tijd'],
    });
  });

  test('an emptied field is sent as empty', () => {
    expect(changedAttributes(form, { ...form, schedule: '', hoursPerWeek: null }, own)).toEqual({
      schedule: null,
      hoursPerWeek: null,
    });
  });

  test('the same street is the own place; another one is elsewhere; online is nowhere', () => {
    expect(placeOf(vacancy, own)).toBe('organization');
    expect(placeOf(vacancy, address('Markt'))).toBe('elsewhere');
    expect(placeOf({ ...vacancy, online: true }, own)).toBe('online');
    expect(placeOf({ ...vacancy, address: null }, null)).toBe('organization');
  });

  test('moving it away and back', () => {
    const away = {
      ...form,
      place: 'elsewhere',
      'address.street': 'Markt',
      'address.houseNumber': '4',
      'address.postalCode': '5310 AB',
      'address.city': 'Lindewaard',
    };
    const moved = {
      street: 'Markt',
      houseNumber: '4',
      postalCode: '5310 AB',
      city: 'Lindewaard',
      country: 'NL',
    };
    expect(changedAttributes(form, away, own)).toEqual({ address: moved });
    expect(changedAttributes(away, form, own).address).toMatchObject({ street: 'kerkstraat' });
    expect(changedAttributes(form, { ...form, place: 'online' }, own)).toEqual({ online: true });
  });

  test('a new one leaves out what is empty', () => {
    const attributes = newAttributes({ ...newForm('1', '3'), title: 'Voorlezen' });
    expect(attributes).toMatchObject({ organizationId: '1', title: 'Voorlezen', contactPersonId: '3' });
    expect(attributes).not.toHaveProperty('offer');
    expect(attributes).not.toHaveProperty('address');
  });

  test('a day is the day in the Netherlands', () => {
    expect(dayOf('2026-11-30T22:59:59Z')).toBe('2026-11-30');
    expect(dayOf('2026-06-30T21:59:59Z')).toBe('2026-06-30');
    expect(dayOf(null)).toBe('');
  });

  test('lines', () => {
    expect(linesOf('- een\n\n  * twee\r\ndrie ')).toEqual(['een', 'twee', 'drie']);
  });

  test('what is still needed before others read it', () => {
    expect(missingParts({ description: '<p>Kort</p>', online: false, postalCode: null, city: null })).toEqual(
      ['description', 'address'],
    );
    expect(missingParts({ ...vacancy, postalCode: '5310 ND', city: null })).toEqual([]);
  });
});

describe('the steps that are offered', () => {
  const names = (transitions: string[], moderationState = 'none') =>
    offeredEvents({ ...vacancy, status: 'draft', transitions, moderationState } as Vacancy).map(
      ({ event }) => event,
    );

  test('never one that the server does not allow', () => {
    expect(names([])).toEqual([]);
    expect(names(['archive', 'something_new'])).toEqual(['archive']);
  });

  test('who may publish does not send in', () => {
    expect(names(['submit', 'publish', 'archive'])).toEqual(['publish', 'archive']);
  });

  test('who reviews decides, and does not publish beside it', () => {
    const all = ['withdraw', 'publish', 'archive', 'approve', 'request_changes', 'refuse'];
    expect(names(all, 'submitted')).toEqual(['approve', 'request_changes', 'refuse', 'archive']);
    expect(names(all, 'refused')).not.toContain('approve');
  });

  test('the large ones belong to the state; the rest is in the menu', () => {
    const { next, more } = splitEvents({
      ...vacancy,
      transitions: ['unpublish', 'fill', 'renew', 'archive'],
    });
    expect(next.map(({ event }) => event)).toEqual(['fill']);
    expect(more.map(({ event }) => event)).toEqual(['renew', 'unpublish', 'archive']);
  });
});

describe('the list of own vacancies', () => {
  const at = (query: string) => readState(new URLSearchParams(query));

  test.each(['', '?filter=review', '?filter=drafts&sort=title', '?status=expired&q=taal&page=2&size=50'])(
    'the address %s is read back',
    (query) => {
      expect(hrefOf(at(query))).toBe(`/vacancies${query}`);
    },
  );

  test('asks for what is mine, in every state', () => {
    expect(queryOf(paramsOf(at('filter=review')))).toMatchObject({
      'filter[mine_eq]': true,
      'filter[to_review_eq]': true,
      sort: 'created_at',
    });
    const soon = queryOf(paramsOf(at('filter=expiring'), new Date(2026, 10, 21)));
    expect(soon['filter[expires_at_gteq]']).toBe('2026-11-21');
    expect(soon['filter[expires_at_lteq]']).toBe('2026-12-12');
  });

  test('a judgement only counts while it is a draft', () => {
    expect(workState({ status: 'draft', moderationState: 'needs_work' })).toBe('needs_work');
    expect(workState({ status: 'draft', moderationState: 'approved' })).toBe('draft');
    expect(workState({ status: 'published', moderationState: 'needs_work' })).toBe('published');
  });
});
