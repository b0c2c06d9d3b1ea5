import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';
import { hrefOf, paramsOf, readState } from './checks-url.ts';

const row = (id: string, more: Record<string, unknown>, can: string[] = ['read', 'manage']) =>
  wire(
    'checks',
    id,
    {
      user_id: id,
      person_name: 'Hanneke Visser',
      application_id: '31',
      organization_id: '1',
      organization_name: 'Taalhuis',
      volunteer_center_id: '1',
      kind: 'vog',
      status: 'requested',
      state: 'requested',
      requested_on: '2026-11-20',
      requested_by_name: 'Samira Haddou',
      claimed_on: null,
      issued_on: null,
      seen_on: null,
      seen_by_name: null,
      valid_until: null,
      counts_until: null,
      days_left: null,
      note: null,
      vacancy_title: 'Taalmaatje',
      at_risk: false,
      replaces_id: null,
      created_at: '2026-11-20T09:00:00Z',
      ...more,
    },
    { meta: { can } },
  );

const EXPIRED = row('2', {
  person_name: 'Fleur Jansen',
  status: 'seen',
  state: 'expired',
  issued_on: '2023-11-03',
  seen_on: '2023-11-06',
  seen_by_name: 'Mo Amrani',
  valid_until: '2026-11-03',
  counts_until: '2026-12-03',
  days_left: -21,
});

async function open(path = '/verklaringen', as: Exclude<Person, 'visitor'> = 'organization') {
  const server = fakeServer({
    '/api/v1/checks': listOf([EXPIRED, row('1', {})], { meta: { total: 2, page: 1, pages: 1, size: 20 } }),
    '/api/v1/organizations': listOf([]),
    '/api/v1/applications': listOf([]),
  });
  server.answer('PUT /api/v1/checks/1/see', oneOf(row('1', { status: 'seen', state: 'seen' })));
  server.answer('POST /api/v1/checks', { ...oneOf(row('3', {})), status: 201 });
  server.answer('PUT /api/v1/checks/2/transition', oneOf(EXPIRED));
  await render(path, { as, server });
  return { server, user: userEvent.setup() };
}

/** As at a desk, where the list has columns. */
beforeEach(() => {
  const isWide = (query: string) => ({ matches: !query.includes('max-width') && !query.includes('reduce') });
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...isWide(query),
    media: query,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => vi.unstubAllGlobals());

const sent = (server: ReturnType<typeof fakeServer>, method: string) =>
  server.calls.filter((call) => call.method === method);

describe('the address', () => {
  test('says what is asked of the server', () => {
    const state = readState(new URLSearchParams('view=requested&kind=vog&q=fleur&page=2'));
    expect(paramsOf(state, '4')).toEqual({
      filter: { stateIn: 'requested,claimed', kindEq: 'vog', organizationIdEq: '4', q: 'fleur' },
      sort: 'urgency',
      page: { number: 2, size: 20 },
    });
    expect(hrefOf(state)).toBe('/verklaringen?view=requested&kind=vog&q=fleur&page=2');
  });

  test('with nonsense in it is the first view', () => {
    expect(readState(new URLSearchParams('view=x&page=-1&organization=abc'))).toMatchObject({
      view: 'attention',
      page: 1,
      organizationId: '',
    });
  });
});

describe('the register', () => {
  test('shows who has to do what, and keeps no paper', async () => {
    await open();
    expect(await screen.findByText('Fleur Jansen')).toBeTruthy();
    expect(screen.getByText('21 dagen geleden')).toBeTruthy();
    expect(screen.getByText('Verlopen', { selector: '.status-badge' })).toBeTruthy();
    expect(screen.getByText('gratis, via Justis')).toBeTruthy();
    expect(screen.getByText(/Hier staan geen papieren/)).toBeTruthy();
  });

  test('a paper is written down with two dates and a yes, and nothing can be added to it', async () => {
    const { server, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Noteren: Hanneke Visser' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verklaring noteren' });
    expect(dialog.querySelector('input[type=file]')).toBeNull();
    expect(dialog.textContent).toContain('Een foto toevoegen kan hier niet, en dat is expres.');
    await user.click(within(dialog).getByRole('button', { name: 'Noteren' }));
    expect(sent(server, 'PUT')).toHaveLength(0);
    const from = within(dialog).getByLabelText(/Datum op het papier/);
    await user.type(from, '19-11-2026');
    await waitFor(() =>
      expect(within(dialog).getByLabelText<HTMLInputElement>(/Geldig tot/).value).toBe('19-11-2029'),
    );
    await user.click(within(dialog).getByLabelText(/Ik heb het papier zelf gezien/));
    await user.click(within(dialog).getByRole('button', { name: 'Noteren' }));
    await waitFor(() => expect(sent(server, 'PUT')).toHaveLength(1));
    expect(sent(server, 'PUT')[0]?.body).toMatchObject({
      data: {
        attributes: { issued_on: '2026-11-19', valid_until: '2029-11-19', note: null, saw_it: true },
      },
    });
  });

  test('somebody is asked for a new one', async () => {
    const { server, user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Vernieuwen: Fleur Jansen' }));
    const dialog = await screen.findByRole('dialog', { name: 'Verklaring vernieuwen' });
    await user.click(within(dialog).getByLabelText(/Ik vraag erom/));
    expect(within(dialog).queryByLabelText(/Datum op het papier/)).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Vragen' }));
    await waitFor(() => expect(sent(server, 'POST')).toHaveLength(1));
    expect(sent(server, 'POST')[0]?.body).toEqual({
      data: { type: 'checks', attributes: { replaces_id: '2' } },
    });
  });

  test('nothing is offered where nothing may be done', async () => {
    const server = fakeServer({ '/api/v1/checks': listOf([row('1', {}, ['read'])]) });
    await render('/verklaringen', { as: 'organization', server });
    expect(await screen.findByText('Hanneke Visser')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Noteren/ })).toBeNull();
  });
});
