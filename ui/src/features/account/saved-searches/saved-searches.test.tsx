import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { readSearch, searchPath } from '../../../lib/vacancies/search-url.ts';
import { fakeServer, listOf, oneOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { filtersOf } from '../../vacancies/search/save-search.tsx';
import { searchOf } from './saved-searches-page.tsx';

const LIST = '/api/v1/saved_searches';
const saved = (attributes = {}) =>
  wire(
    'saved_searches',
    '4',
    {
      name: 'Taal in de buurt',
      filters: 'filter[near]=5310&filter[q]=taal&filter[radius_km]=5&filter[tags_in]=once,weekend',
      mail: 'never',
      ...attributes,
    },
    { meta: { can: ['update', 'delete'] } },
  );
const open = async (rows = [saved()]) => {
  const server = fakeServer({ [LIST]: listOf(rows) });
  await render('/profiel/zoekopdrachten', { as: 'volunteer', server });
  return server;
};
const sent = (server: ReturnType<typeof fakeServer>, method: string) =>
  server.calls.find((call) => call.method === method && call.address.startsWith(LIST))?.body;

test('a search is saved as the query of its list, and opens as it was', () => {
  for (const query of [
    '',
    '?q=taal+%26+lezen',
    '?near=5310&radius=5&tags=once,weekend&types=1&age=2&kind=p2p',
  ]) {
    const search = readSearch(query);
    expect(searchOf(filtersOf(search))).toEqual(search);
  }
});

test('the list opens each search, with its words and place', async () => {
  await open();
  const link = await screen.findByRole('link', { name: 'Taal in de buurt' });
  expect(link.getAttribute('href')).toBe(
    searchPath(readSearch('?q=taal&near=5310&radius=5&tags=once,weekend')),
  );
  expect(screen.getByText('taal · binnen 5 km van 5310')).toBeTruthy();
  expect(screen.getByText(/We mailen alleen als er iets nieuws is/)).toBeTruthy();
});

test('without one it says how to save one', async () => {
  await open([]);
  await screen.findByRole('heading', { name: 'Je hebt nog geen zoekopdracht bewaard' });
});

test('the mail is chosen, and the choice is taken back when it fails', async () => {
  const server = await open();
  const choice = await screen.findByLabelText<HTMLSelectElement>(
    'Mail bij nieuwe vacatures: Taal in de buurt',
  );
  server.answer(`PATCH ${LIST}/4`, { status: 422, document: { errors: [] } });
  await userEvent.selectOptions(choice, 'daily');
  await screen.findByText(/Dat is niet gelukt/);
  expect(choice.value).toBe('never');
  server.answer(`PATCH ${LIST}/4`, oneOf(saved({ mail: 'daily' })));
  await userEvent.selectOptions(choice, 'daily');
  await screen.findByText('Je keuze is opgeslagen');
  expect(choice.value).toBe('daily');
});

test('it is renamed and deleted', async () => {
  const server = await open();
  server.answer(`PATCH ${LIST}/4`, oneOf(saved({ name: 'Taal' })));
  server.answer(`DELETE ${LIST}/4`, { status: 204 });
  await userEvent.click(await screen.findByRole('button', { name: 'Naam wijzigen: Taal in de buurt' }));
  const name = screen.getByLabelText('Naam');
  await userEvent.clear(name);
  await userEvent.type(name, 'Taal');
  await userEvent.click(screen.getByRole('button', { name: 'Zoekopdracht opslaan' }));
  await screen.findByRole('link', { name: 'Taal' });
  expect(sent(server, 'PATCH')).toMatchObject({ data: { attributes: { name: 'Taal' } } });
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen: Taal' }));
  await userEvent.click(screen.getByRole('button', { name: 'Verwijderen' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Taal' })).toBeNull());
});

const search = async (as: 'volunteer' | 'visitor') => {
  const server = fakeServer({
    '/api/v1/vacancies': listOf([]),
    '/api/v1/vacancies/facets': { document: { data: null, meta: { facets: {}, total: 0 } } },
    '/api/v1/taxonomies/activity_types': listOf([]),
    '/api/v1/taxonomies/tags': listOf([]),
    '/api/v1/taxonomies/age_groups': listOf([]),
    [LIST]: listOf([]),
  });
  await render('/vacancies/search?q=taal&tags=once', { as, server });
  await screen.findByRole('heading', { name: 'Niets gevonden' });
  return server;
};

test('who is signed in saves a search, once', async () => {
  const server = await search('volunteer');
  server.answer(`POST ${LIST}`, {
    status: 422,
    document: {
      errors: [{ status: '422', code: 'taken', source: { pointer: '/data/attributes/filters' } }],
    },
  });
  await userEvent.click(await screen.findByRole('button', { name: 'Zoekopdracht bewaren' }));
  expect(screen.getByLabelText<HTMLInputElement>('Naam').value).toBe('taal');
  await userEvent.click(screen.getByLabelText('Elke dag'));
  await userEvent.click(screen.getByRole('button', { name: 'Zoekopdracht opslaan' }));
  await screen.findByText('Deze zoekopdracht heb je al bewaard.');
  server.answer(`POST ${LIST}`, { status: 201, ...oneOf(saved()) });
  await userEvent.click(screen.getByRole('button', { name: 'Zoekopdracht opslaan' }));
  await screen.findByText('Je zoekopdracht is bewaard');
  expect(sent(server, 'POST')).toMatchObject({
    data: { attributes: { name: 'taal', filters: 'filter[q]=taal&filter[tags_in]=once', mail: 'daily' } },
  });
});

test('a visitor is not offered it', async () => {
  await search('visitor');
  expect(screen.queryByRole('button', { name: 'Zoekopdracht bewaren' })).toBeNull();
});
