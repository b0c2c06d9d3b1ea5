import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { switchShortcuts } from '../../../lib/navigation/key-choice.ts';
import { render } from '../../../testing/render.tsx';
import type { RouteRow } from '../../route-row.ts';
import { isKeyListOpen } from './keys.ts';
import en from './shortcuts.en.json';
import nl from './shortcuts.nl.json';

const page = (text: string, field?: string) => async () => ({
  default: () => (
    <>
      <h1>{text}</h1>
      {field ? <input type="search" aria-label={field} /> : <textarea aria-label="Bericht" />}
    </>
  ),
});
const rows: RouteRow[] = [
  { path: '/', public: true, layout: 'wide', titleKey: 'home.title', load: page('Homepage') },
  { path: '/vacancies/search', public: true, titleKey: 'search.title', load: page('Zoeken', 'Zoek hier') },
  { path: '/applications', titleKey: 'applications.title', load: page('Aanmeldingen') },
];

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const list = () => screen.queryByRole('dialog', { name: 'Sneltoetsen' });

beforeEach(() => {
  isKeyListOpen.value = false;
  switchShortcuts(true);
});

describe('the keys that work everywhere', () => {
  test('a question mark opens the list of keys, and Escape is not the only way out', async () => {
    await render('/', { rows });
    await userEvent.keyboard('?');
    const dialog = await screen.findByRole('dialog', { name: 'Sneltoetsen' });
    expect(within(dialog).getByText('Zoeken')).toBeTruthy();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sluiten' }));
    await waitFor(() => expect(list()).toBeNull());
  });

  test('the list is reached without a key too', async () => {
    await render('/', { rows });
    await userEvent.click(screen.getByRole('button', { name: 'Sneltoetsen' }));
    expect(await screen.findByRole('dialog', { name: 'Sneltoetsen' })).toBeTruthy();
  });

  test('what is typed in a field is typed', async () => {
    await render('/', { rows });
    const field = screen.getByLabelText<HTMLTextAreaElement>('Bericht');
    await userEvent.type(field, 'ga/?gh');
    expect(field.value).toBe('ga/?gh');
    expect(list()).toBeNull();
  });

  test('a slash brings one to the search of the page', async () => {
    await render('/vacancies/search', { rows });
    await userEvent.keyboard('/');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Zoek hier')));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('on a page without a search a slash opens that of the site', async () => {
    await render('/', { rows });
    await userEvent.keyboard('/');
    const dialog = await screen.findByRole('dialog', { name: 'Zoeken op deze site' });
    const field = within(dialog).getByRole('combobox');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sluiten' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('g and a letter lead to an entry of the menu', async () => {
    await render('/vacancies/search', { rows });
    await userEvent.keyboard('gh');
    await title('Homepage');
  });

  test('who wants no keys has none', async () => {
    await render('/', { rows });
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('checkbox', { name: /Sneltoetsen gebruiken/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Sluiten' }));
    await userEvent.keyboard('?');
    await userEvent.keyboard('/');
    expect(list()).toBeNull();
    await title('Homepage');
  });
});

test.each([nl, en])('no two places of one menu share a letter', ({ letters }) => {
  const same: Record<string, string> = {
    vacancies: 'search',
    vacancies_search: 'search',
    my_vacancies: 'own',
    vacancies_all: 'own',
    my_applications: 'applications',
  };
  const places = Object.entries(letters).map(([key, letter]) => `${letter} ${same[key] ?? key}`);
  const letterOf = new Set([...new Set(places)].map((each) => each[0]));
  expect(letterOf.size).toBe(new Set(places).size);
});
