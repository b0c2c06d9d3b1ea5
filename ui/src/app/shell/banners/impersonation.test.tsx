import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { credentials, impersonation } from '../../../lib/session/session.ts';
import { fakeServer } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import type { RouteRow } from '../../route-row.ts';
import { minutesLeft } from './impersonation-banner.tsx';

const page = (text: string) => async () => ({ default: () => <h1>{text}</h1> });
const rows: RouteRow[] = [
  { path: '/', public: true, layout: 'wide', titleKey: 'home.title', load: page('Homepage') },
  { path: '/vacancies', titleKey: 'myVacancies.title', load: page('Mijn vacatures') },
  { path: '/switch', public: true, layout: 'empty', titleKey: 'switch.title', load: page('Wisselen') },
  { path: '/uitloggen', titleKey: 'signOut.title', load: page('Uitloggen') },
];

const told = () => ({
  by: 'Ada de Wit',
  until: new Date(Date.now() + 42 * 60_000 - 1000).toISOString(),
  reason: 'Meekijken bij een vraag',
});

beforeEach(() => {
  impersonation.value = null;
});

test.each(['/', '/vacancies', '/switch', '/niets'])('at %s one sees whose account it is', async (path) => {
  await render(path, { rows, as: 'volunteer' });
  expect(screen.queryByRole('region', { name: 'Je bent ingelogd als iemand anders' })).toBeNull();
  impersonation.value = told();
  const banner = await screen.findByRole('region', { name: 'Je bent ingelogd als iemand anders' });
  expect(banner.textContent).toContain('Ada de Wit, je bent nu ingelogd als Joke Visser.');
  expect(banner.textContent).toContain('Nog 42 minuten.');
});

test('stopping gives back who one was, and loads the whole page', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const server = fakeServer({
    'DELETE /api/v1/sign_in_as_user': { document: {}, headers: { client: 'own', uid: 'ada@example.org' } },
  });
  await render('/vacancies', { rows, as: 'volunteer', server });
  impersonation.value = told();
  await userEvent.click(await screen.findByRole('button', { name: 'Stoppen, terug naar je eigen account' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(location.origin));
  expect(credentials.value).toEqual({ client: 'own', uid: 'ada@example.org' });
});

test('just before the hour is over one goes back by oneself', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const server = fakeServer({
    'DELETE /api/v1/sign_in_as_user': { document: {}, headers: { client: 'own', uid: 'ada@example.org' } },
  });
  await render('/vacancies', { rows, as: 'volunteer', server });
  impersonation.value = { ...told(), until: new Date(Date.now() + 30_000).toISOString() };
  await screen.findByRole('region', { name: 'Je bent ingelogd als iemand anders' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(assign).toHaveBeenCalledWith(location.origin);
  vi.useRealTimers();
});

test('what cannot be stopped any more ends at sign-out', async () => {
  const server = fakeServer({ 'DELETE /api/v1/sign_in_as_user': { status: 401, document: {} } });
  await render('/vacancies', { rows, as: 'volunteer', server });
  impersonation.value = told();
  await userEvent.click(await screen.findByRole('button', { name: 'Stoppen, terug naar je eigen account' }));
  await screen.findByRole('heading', { level: 1, name: 'Uitloggen' });
});

test('the time left is never less than nothing', () => {
  expect(minutesLeft('2027-01-01T12:00:00Z', Date.parse('2027-01-01T11:59:01Z'))).toBe(1);
  expect(minutesLeft('2027-01-01T12:00:00Z', Date.parse('2027-01-01T13:00:00Z'))).toBe(0);
});
