import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ActivityOccurrence } from '../../api/schema.d.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { datesToChoose } from './activity-door.tsx';
import { ageOn, bandOf, codeIn, personHref, personIn, splitName, yearIn } from './desk-words.ts';
import { aboutOf } from './hours-door.tsx';

describe('what is typed or scanned', () => {
  test.each([
    ['https://lindewaard.example/kaart/7K4M92QX', '7K4M92QX'],
    ['https://lindewaard.example/kaart/7k4m-92qx', '7K4M92QX'],
    ['7K4M-92QX', '7K4M92QX'],
    ['7k4m 92qx', '7K4M92QX'],
    ['Riet Jansen', null],
    ['Johannes', null],
    ['Anna Bosch', null],
  ])('%s', (typed, code) => {
    expect(codeIn(typed, '')).toBe(code);
  });

  test('letters alone are a name where a year stands beside them', () => {
    expect(codeIn('Jean-Marc', '1950')).toBeNull();
    expect(codeIn('QXKM-RTWV', '')).toBe('QXKMRTWV');
  });

  test.each([
    ['1941', 1941],
    ['2026', 2026],
    ['2027', null],
    ['41', null],
    ['1899', null],
    ['', null],
  ])('the year %s', (typed, year) => {
    expect(yearIn(typed, '2026-11-29')).toBe(year);
  });

  test('a name is parted after its first word', () => {
    expect(splitName(' Truus  de Boer ')).toEqual({ firstName: 'Truus', lastName: 'de Boer' });
    expect(splitName('Truus')).toEqual({ firstName: 'Truus', lastName: '' });
  });
});

test('the address has an id and nothing else', () => {
  expect(personHref('12')).toBe('/balie?persoon=12');
  expect(personIn(new URLSearchParams('persoon=12'))).toBe('12');
  expect(personIn(new URLSearchParams('persoon=Riet'))).toBeNull();
});

test('how old somebody is changes on the birthday', () => {
  expect(ageOn('2008-11-29', '2026-11-29')).toBe(18);
  expect(ageOn('2008-11-30', '2026-11-29')).toBe(17);
  expect(bandOf(17)).toBe('young');
  expect(bandOf(67)).toBe('old');
  expect(bandOf(ageOn(null, '2026-11-29'))).toBeNull();
});

test('of a series, for which people sign up once, one date is offered', () => {
  const date = (id: string, activityId: string, registration: string) =>
    ({ id, activityId, registration }) as ActivityOccurrence;
  const dates = [
    date('1', '7', 'series'),
    date('2', '8', 'occurrence'),
    date('3', '7', 'series'),
    date('4', '8', 'occurrence'),
    date('5', '9', 'none'),
  ];
  expect(datesToChoose(dates).map(({ id }) => id)).toEqual(['1', '2', '4']);
});

test('hours are of an application, an activity, or in own words with the organisation', () => {
  expect(aboutOf({ work: 'application:4' })).toEqual({ applicationId: '4' });
  expect(aboutOf({ work: 'activity:5' })).toEqual({ activityId: '5' });
  expect(aboutOf({ work: 'organization:6', description: ' Koffie ' })).toEqual({
    organizationId: '6',
    description: 'Koffie',
  });
  expect(aboutOf({ work: 'other', organizationId: '9', description: 'Koffie' })).toEqual({
    organizationId: '9',
    description: 'Koffie',
  });
});

const RIET = wire('desk_people', '12', {
  first_name: 'Riet',
  last_name: 'Jansen',
  birth_date: '1941-03-05',
  phone_ends: '678',
  has_own_access: false,
  waits_for_guardian: true,
  has_card: false,
  code: null,
});

async function open(path = '/balie') {
  const server = fakeServer({
    '/api/v1/users/12/desk': oneOf(RIET),
    '/api/v1/applications': listOf([]),
    '/api/v1/activity_registrations': listOf([]),
    '/api/v1/hours_entries/totals': { document: { data: null, meta: { hours: 0 } } },
  });
  server.answer('POST /api/v1/desk/find', listOf([]));
  await render(path, { as: 'coordinator', server });
  return { server, user: userEvent.setup() };
}

const sent = (server: ReturnType<typeof fakeServer>, path: string) =>
  server.calls.filter((call) => call.method === 'POST' && call.address.includes(path));

test('a scanned card needs no year, and one that is not known says what to do', async () => {
  const { server, user } = await open();
  await user.type(await screen.findByLabelText(/^Naam/), 'https://x.example/kaart/7K4M92QX{Enter}');
  expect(await screen.findByText('Dit kaartje kennen we niet.')).toBeTruthy();
  expect(sent(server, 'desk/find')[0]?.body).toMatchObject({ data: { attributes: { code: '7K4M92QX' } } });
  expect(screen.queryByRole('button', { name: /inschrijven/ })).toBeNull();
});

test('a name alone is not looked for', async () => {
  const { server, user } = await open();
  await user.type(await screen.findByLabelText(/^Naam/), 'Riet{Enter}');
  await waitFor(() => expect(screen.getAllByText(/Vul het geboortejaar in/).length).toBeGreaterThan(0));
  expect(sent(server, 'desk/find')).toHaveLength(0);
});

test('who needs a parent is said before anything is tried', async () => {
  await open('/balie?persoon=12');
  expect(await screen.findByRole('heading', { level: 1, name: 'Riet Jansen' })).toBeTruthy();
  expect(screen.getByText(/Riet heeft nog toestemming nodig/)).toBeTruthy();
});
