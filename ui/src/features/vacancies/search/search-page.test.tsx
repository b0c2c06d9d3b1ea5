import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type FakeServer, fakeServer, listOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';

const vacancy = (id: string, title: string) =>
  wire('vacancies', id, {
    title,
    summary: null,
    schedule: 'Elke week',
    hours_per_week: 2,
    tags: [],
    activity_type_ids: ['1'],
    city: 'Lindewaard',
    distance_km: 1.2,
    spots_left: null,
    published_at: '2026-01-01T00:00:00Z',
    image_url: null,
    organization_name: 'Taalhuis',
    latitude: 51.8,
    longitude: 5.2,
  });

function openServer(found = [vacancy('3', 'Taalmaatje'), vacancy('4', 'Voorlezen')]): FakeServer {
  return fakeServer({
    '/api/v1/vacancies': listOf(found),
    '/api/v1/vacancies/facets': {
      document: {
        data: null,
        meta: { facets: { tags: { once: 1 }, activity_type_ids: { '1': 2 } }, total: 2 },
      },
    },
    '/api/v1/taxonomies/activity_types': listOf([
      wire('taxonomies', '1', { key: 'language', name_nl: 'Taal en leren', name_en: 'Language' }),
    ]),
    '/api/v1/taxonomies/tags': listOf([
      wire('taxonomies', '8', { key: 'once', name_nl: 'Eén keer', name_en: 'Once' }),
    ]),
    '/api/v1/taxonomies/age_groups': listOf([]),
  });
}

const asked = (server: FakeServer): string[] =>
  server.calls.map((call) => call.address).filter((address) => address.startsWith('/api/v1/vacancies?'));

test('says how many there are and shows them', async () => {
  await render('/vacancies/search?near=5310&radius=5', { server: openServer() });
  expect(await screen.findByRole('heading', { name: '2 vacatures binnen 5 km' })).toBeTruthy();
  const card = screen.getByRole('link', { name: 'Taalmaatje' }).closest('article') as HTMLElement;
  expect(within(card).getByText('Lindewaard · 1,2 km')).toBeTruthy();
});

test('a chosen filter is a new address, a chip, and another question', async () => {
  const server = openServer();
  const user = userEvent.setup();
  await render('/vacancies/search', { server });
  await screen.findByRole('link', { name: 'Taalmaatje' });
  await user.click(screen.getByRole('button', { name: 'Filters' }));
  await user.click(await screen.findByRole('checkbox', { name: /Taal en leren/ }));
  await waitFor(() => expect(location.search).toBe('?types=1'));
  await waitFor(() => expect(asked(server).at(-1)).toContain('filter[activity_type_ids_in]=1'));
  await user.click(screen.getByRole('button', { name: 'Verwijderen: Taal en leren' }));
  await waitFor(() => expect(location.search).toBe(''));
});

test('nothing found offers the nearest way out', async () => {
  await render('/vacancies/search?near=5310&tags=once', { server: openServer([]) });
  expect(await screen.findByRole('heading', { name: 'Niets gevonden' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Zoeken tot 20 km' }).getAttribute('href')).toBe(
    '/vacancies/search?near=5310&radius=20&tags=once',
  );
  const without = await screen.findByRole('link', { name: 'Zonder ‘Eén keer’' });
  expect(without.getAttribute('href')).toBe('/vacancies/search?near=5310');
});

test('the slash key brings one to the words', async () => {
  const user = userEvent.setup();
  await render('/vacancies/search', { server: openServer() });
  await screen.findByRole('link', { name: 'Taalmaatje' });
  await user.keyboard('/');
  const words = screen.getByRole('combobox', { name: 'Wat wil je doen?' });
  await waitFor(() => expect(document.activeElement).toBe(words));
});

test('a visitor keeps one on the device', async () => {
  const user = userEvent.setup();
  await render('/vacancies/search', { server: openServer() });
  await screen.findByRole('link', { name: 'Taalmaatje' });
  await user.click(screen.getByRole('button', { name: 'Bewaren: Taalmaatje' }));
  expect(await screen.findByText('Bewaard op dit apparaat')).toBeTruthy();
  expect(localStorage.getItem('voluntr-favorites')).toBe('["3"]');
  const pressed = screen.getByRole('button', { name: 'Bewaren: Taalmaatje' }).getAttribute('aria-pressed');
  expect(pressed).toBe('true');
  localStorage.removeItem('voluntr-favorites');
});

test('somebody signed in keeps one, and it is taken back when the server refuses', async () => {
  const server = openServer();
  const user = userEvent.setup();
  server.answer('PUT /api/v1/vacancies/3/favorite', { status: 204 });
  server.answer('PUT /api/v1/vacancies/4/favorite', { status: 403, document: { errors: [] } });
  server.answer(
    '/api/v1/vacancies?fields[vacancies]=title&filter[favorite_eq]=true&page[size]=100',
    listOf([]),
  );
  await render('/vacancies/search', { as: 'volunteer', server });
  const first = await screen.findByRole('button', { name: 'Bewaren: Taalmaatje' });
  await user.click(first);
  expect(first.getAttribute('aria-pressed')).toBe('true');
  const second = screen.getByRole('button', { name: 'Bewaren: Voorlezen' });
  await user.click(second);
  expect(await screen.findByText('Bewaren lukt niet. Probeer het later opnieuw.')).toBeTruthy();
  expect(second.getAttribute('aria-pressed')).toBe('false');
  expect(first.getAttribute('aria-pressed')).toBe('true');
});

test.each([
  [[], 'We kennen geen plaats die ‘Nergenshuizen’ heet.', 'Overal zoeken'],
  [[wire('locations', '1', { name: 'Nergenshuizen' })], 'Binnen 10 km van Nergenshuizen', 'Zoeken tot 20 km'],
])('nothing near a place: %j', async (places, why, way) => {
  const server = openServer([]);
  server.answer('/api/v1/locations', listOf(places));
  await render('/vacancies/search?near=Nergenshuizen', { server });
  expect(await screen.findByText(new RegExp(why))).toBeTruthy();
  expect(screen.getByRole('link', { name: way })).toBeTruthy();
});
