// The screen of the audit log: rows in words, choices in the address, older rows by key, and the file of what is shown.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';
import { daysOf, EVERYTHING, logHref, readLog } from './audit-log-url.ts';

const LOG = '/api/v1/audit_events';

const event = (id: string, attributes: object) =>
  wire('audit_events', id, {
    action: 'update',
    kind: 'change',
    is_reading: false,
    subject_type: 'organizations',
    subject_id: '4',
    actor_id: '7',
    actor_kind: 'center',
    is_impersonation: false,
    impersonator_id: null,
    data: null,
    scope_name: null,
    reason_text: null,
    created_at: '2026-11-23T09:47:00Z',
    ...attributes,
  });

const EVENTS = [
  event('9', {
    data: {
      fields: ['name', 'phone_number'],
      changes: [{ field: 'name', from: 'Taalhuis', to: 'Taalhuis Lindewaard' }],
    },
  }),
  event('8', {
    action: 'request_changes',
    kind: 'step',
    subject_type: 'vacancies',
    subject_id: '12',
    data: { transition_id: 3, from: 'submitted', to: 'needs_work', reason_code: null },
    reason_text: 'Schrijf erbij op welke dag.',
  }),
  event('7', {
    action: 'expire',
    kind: 'step',
    actor_id: null,
    actor_kind: 'system',
    subject_type: 'vacancies',
    subject_id: '11',
    data: { transition_id: 2, from: 'published', to: 'expired' },
  }),
  event('6', {
    action: 'list',
    kind: 'reading',
    subject_type: 'users',
    subject_id: null,
    data: { count: 20 },
  }),
];

const start = (list: object = listOf(EVENTS)): FakeServer => fakeServer({ [LOG]: list as never });

const open = (address: string, server = start(), as: Exclude<Person, 'visitor'> = 'coordinator') =>
  render(address, { as, server });

const asked = ({ calls }: FakeServer): URLSearchParams[] =>
  calls
    .filter(({ address }) => address.startsWith(LOG))
    .map(({ address }) => new URL(address, 'http://x').searchParams);

describe('the rows', () => {
  test('say what was done, about what, and from what to what', async () => {
    await open('/admin/audit-log');
    const table = within(await screen.findByRole('table', { name: 'Logboek, het nieuwste bovenaan' }));
    const rows = table.getAllByRole('row').slice(1);
    const text = (at: number) => rows[at]?.textContent ?? '';
    expect(text(0)).toContain('Gegevens gewijzigd: telefoonnummer');
    expect(text(0)).toContain('Naam: van Taalhuis naar Taalhuis Lindewaard.');
    expect(text(0)).toContain('Organisatie 4');
    expect(text(1)).toContain('Aanpassing gevraagd');
    expect(text(1)).toContain('Van ingestuurd naar aanpassing nodig.');
    expect(text(1)).toContain('‘Schrijf erbij op welke dag.’');
    expect(text(2)).toContain('Systeem');
    expect(text(2)).toContain('Vacature 11');
    expect(text(3)).toContain('Lijst bekeken');
    expect(text(3)).toContain('20 regels.');
    // What is gone, or is not the reader's to see, has no link.
    expect(table.queryByRole('link')).toBeNull();
  });

  test('are those of another moment without rows: what to do then', async () => {
    await open('/admin/audit-log', start(listOf([])));
    const all = await screen.findByRole('link', { name: 'Alles bekijken' });
    expect(all.getAttribute('href')).toBe('/admin/audit-log?period=all');
  });

  test('are for who has the right alone', async () => {
    const server = start();
    await open('/admin/audit-log', server, 'volunteer');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Logboek' })).toBeNull();
    expect(asked(server)).toEqual([]);
  });
});

describe('what is asked', () => {
  test('follows the choices, which stand in the address', async () => {
    const server = start();
    await open('/admin/audit-log?period=all', server);
    await screen.findByRole('table');
    await userEvent.selectOptions(screen.getByLabelText('Wat'), 'Gegevens bekeken');
    await userEvent.selectOptions(screen.getByLabelText('Wie'), 'Systeem');
    await userEvent.selectOptions(screen.getByLabelText('Soort'), 'Vacature');
    expect(location.search).toBe('?period=all&who=system&kind=reading&subject=vacancies');
    await waitFor(() => expect(asked(server).at(-1)?.get('filter[subject_type_eq]')).toBe('vacancies'));
    const last = asked(server).at(-1);
    expect(last?.get('filter[kind_eq]')).toBe('reading');
    expect(last?.get('filter[actor_id_null]')).toBe('true');
    expect(last?.get('filter[created_at_gteq]')).toBeNull();
    expect(last?.get('include')).toContain('subject');
  });

  test('begins after a row, not at a number', async () => {
    const server = start(listOf(EVENTS, { meta: { total: 120 } }));
    await open('/admin/audit-log', server);
    const older = await screen.findByRole('link', { name: 'Oudere regels' });
    expect(older.getAttribute('href')).toBe('/admin/audit-log?before=6');
    await userEvent.click(older);
    await waitFor(() => expect(asked(server).at(-1)?.get('filter[before_eq]')).toBe('6'));
    expect(asked(server).at(-1)?.get('page[number]')).toBeNull();
    const newest = await screen.findByRole('link', { name: 'Naar de nieuwste' });
    expect(newest.getAttribute('href')).toBe('/admin/audit-log');
  });
});

describe('the address', () => {
  test('holds what is chosen and nothing that is not known', () => {
    const state = readLog(new URLSearchParams('period=own&from=2026-11-01&to=x&who=3&kind=nothing&size=100'));
    expect(state).toEqual({ ...EVERYTHING, period: 'own', from: '2026-11-01', who: '3', size: 100 });
    expect(logHref(state)).toBe('/admin/audit-log?period=own&from=2026-11-01&who=3&size=100');
    expect(logHref(EVERYTHING)).toBe('/admin/audit-log');
  });

  test('counts days back from today, over the end of a month', () => {
    expect(daysOf({ ...EVERYTHING, period: 'week' }, '2026-12-03')).toEqual({ from: '2026-11-27', to: '' });
    expect(daysOf({ ...EVERYTHING, period: 'today' }, '2026-12-03')).toEqual({ from: '2026-12-03', to: '' });
    expect(daysOf({ ...EVERYTHING, period: 'all' }, '2026-12-03')).toEqual({ from: '', to: '' });
  });
});
