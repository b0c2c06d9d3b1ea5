import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { fakeServer, listOf, wire } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { isSearchOpen } from './search-open.ts';

const page = (text: string) => async () => ({ default: () => <h1>{text}</h1> });
const rows = [
  { path: '/', public: true, titleKey: 'home.title', load: page('Homepage') },
  { path: '/zoeken', public: true, titleKey: 'searchAll.title', load: page('Alles') },
  { path: '/vacancies/:id', public: true, titleKey: 'vacancy.title', load: page('De vacature') },
] as const;

const groups = listOf([
  wire('search_groups', 'vacancies', {
    total: 7,
    path: '/vacancies/search?q=koffie',
    results: [
      {
        id: '12',
        title: 'Koffie schenken',
        hint: 'De Linde, Lindewaard',
        excerpt: null,
        published_at: null,
        path: '/vacancies/12',
      },
    ],
  }),
  wire('search_groups', 'pages', {
    total: 1,
    path: '/zoeken?q=koffie&types=pages',
    results: [
      { id: '3', title: 'Koffie-inloop', hint: null, excerpt: null, published_at: null, path: '/koffie' },
    ],
  }),
]);

beforeEach(() => {
  isSearchOpen.value = false;
});

async function open() {
  const server = fakeServer({ '/api/v1/search': groups });
  await render('/', { rows: [...rows], server });
  isSearchOpen.value = true;
  const dialog = await screen.findByRole('dialog', { name: 'Zoeken op deze site' });
  const field = within(dialog).getByRole('combobox');
  await userEvent.type(field, 'koffie');
  await within(dialog).findByRole('group', { name: 'Vacatures' });
  return { dialog, field, server };
}

test('suggestions stand in groups, and arrows and Enter choose one', async () => {
  const { dialog, field } = await open();
  const names = within(dialog)
    .getAllByRole('option')
    .map(({ textContent }) => textContent?.trim());
  expect(names).toEqual([
    'Koffie schenken De Linde, Lindewaard',
    'Koffie-inloop',
    'Alle resultaten voor ‘koffie’',
  ]);
  await userEvent.keyboard('{ArrowDown}');
  const chosen = within(dialog).getByRole('option', { selected: true });
  expect(field.getAttribute('aria-activedescendant')).toBe(chosen.id);
  await userEvent.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'De vacature' });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('Enter without a choice leads to all results', async () => {
  await open();
  await userEvent.keyboard('{ArrowUp}{ArrowDown}{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Alles' });
});
