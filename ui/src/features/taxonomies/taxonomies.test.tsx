import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { keyOfName, moved } from './taxonomies-page.tsx';

describe('lists of choices', () => {
  test('a tag is stored in small letters without spaces', () => {
    expect(keyOfName('’s Avonds, één keer')).toBe('s_avonds_een_keer');
  });

  test('a row that goes up changes the places of two', () => {
    const rows = ['a', 'b', 'c'].map((id, at) => ({ id, position: at + 1 }));
    expect(moved(rows, 2, 1)).toEqual([
      { id: 'c', position: 2 },
      { id: 'b', position: 3 },
    ]);
    expect(moved(rows, 0, -1)).toEqual([]);
  });

  test('one goes up in another, and what is of the whole tenant is left alone', async () => {
    const term = (id: string, name: string, can: string[]) =>
      wire(
        'taxonomies',
        id,
        {
          kind: 'tags',
          key: name,
          name_nl: name,
          name_en: `${name} (en)`,
          position: Number(id),
          archived: false,
        },
        { meta: { can, transitions: [] } },
      );
    const server = fakeServer({
      '/api/v1/taxonomies': listOf([
        term('1', 'Zwemmen', ['update', 'delete']),
        term('2', 'Zwembad', ['update', 'delete']),
        term('3', 'Overal', []),
      ]),
    });
    server.answer('POST /api/v1/taxonomies/1/merge', oneOf(term('2', 'Zwembad', ['update'])));
    await render('/instellingen/keuzelijsten', { as: 'admin', server });
    expect(await screen.findByText('Voor alle vrijwilligerspunten')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Meer voor Zwemmen' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Zwemmen samenvoegen' }));
    const dialog = within(await screen.findByRole('dialog'));
    await userEvent.selectOptions(dialog.getByLabelText('Welke keuze blijft?'), 'Zwembad');
    await userEvent.click(dialog.getByRole('button', { name: 'Samenvoegen' }));
    await waitFor(() =>
      expect(server.calls.some(({ address }) => address.includes('/taxonomies/1/merge'))).toBe(true),
    );
  });
});

test('a language that is added is one of the known ones, under its code', async () => {
  const server = fakeServer({
    '/api/v1/taxonomies': {
      ...listOf([
        wire('taxonomies', '1', {
          kind: 'languages',
          key: 'nl',
          name_nl: 'Nederlands',
          name_en: 'Dutch',
          position: 1,
          archived: false,
        }),
      ]),
    },
  });
  server.answer('/api/v1/taxonomies', {
    document: {
      data: [
        {
          type: 'taxonomies',
          id: '1',
          attributes: {
            kind: 'languages',
            key: 'nl',
            name_nl: 'Nederlands',
            name_en: 'Dutch',
            position: 1,
            archived: false,
          },
          meta: { can: ['update'], transitions: [] },
        },
      ],
      meta: { total: 1, page: 1, size: 100, pages: 1, can: ['create'] },
    },
  });
  server.answer('POST /api/v1/taxonomies', oneOf(wire('taxonomies', '2', { kind: 'languages', key: 'it' })));
  await render('/instellingen/keuzelijsten?kind=languages', { as: 'admin', server });
  await userEvent.click(await screen.findByRole('button', { name: 'Keuze toevoegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const choice = dialog.getByLabelText('Welke taal?');
  // What is in the list already is not added twice.
  expect(within(choice).queryByRole('option', { name: 'Nederlands' })).toBeNull();
  await userEvent.selectOptions(choice, 'Italiaans');
  await userEvent.type(dialog.getByLabelText('Naam in het Nederlands'), 'Italiaans');
  await userEvent.type(dialog.getByLabelText('Naam in het Engels'), 'Italian');
  await userEvent.click(dialog.getByRole('button', { name: 'Keuze opslaan' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      data: { attributes: { kind: 'languages', key: 'it', name_nl: 'Italiaans' } },
    }),
  );
});

test('a centre adds a skill of its own', async () => {
  const server = fakeServer();
  server.answer('/api/v1/taxonomies', {
    document: { data: [], meta: { total: 0, page: 1, size: 100, pages: 1, can: ['create'] } },
  });
  server.answer(
    'POST /api/v1/taxonomies',
    oneOf(wire('taxonomies', '2', { kind: 'skills', key: 'jongleren' })),
  );
  await render('/instellingen/keuzelijsten?kind=skills', { as: 'admin', server });
  await userEvent.click(await screen.findByRole('button', { name: 'Keuze toevoegen' }));
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.selectOptions(
    dialog.getByLabelText('Welke vaardigheid?', { exact: false }),
    'Iets anders, met een eigen naam',
  );
  await userEvent.type(dialog.getByLabelText('Naam in het Nederlands'), '3 ballen jongleren');
  await userEvent.type(dialog.getByLabelText('Naam in het Engels'), 'Juggling');
  await userEvent.click(dialog.getByRole('button', { name: 'Keuze opslaan' }));
  await waitFor(() =>
    expect(server.calls.find(({ method }) => method === 'POST')?.body).toMatchObject({
      data: { attributes: { kind: 'skills', key: 'ballen_jongleren', name_nl: '3 ballen jongleren' } },
    }),
  );
});

test.each([
  [true, 'true'],
  [false, undefined],
])('the lists of activities are there where the site has activities: %s', async (activities, current) => {
  const server = fakeServer({ '/api/v1/taxonomies': listOf([]) });
  const centreMeta = { features: { peer_to_peer: false, volunteer_profiles: false, activities } };
  await render('/instellingen/keuzelijsten?kind=target_groups', { as: 'admin', server, centreMeta });
  await screen.findByRole('link', { name: 'Talen' });
  const link = screen.queryByRole('link', { name: 'Voor wie een activiteit is' });
  expect(link?.getAttribute('aria-current')).toBe(current);
});
