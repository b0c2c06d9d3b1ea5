// The router at work: guards, redirects, unsaved work on the way back, the page that stays, the file that is gone.
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { hasUnsaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';
import { render } from '../../testing/render.tsx';
import type { RouteRow } from '../route-row.ts';
import { PUBLIC_ROUTES } from '../routes-public.ts';

const page = (text: string) => async () => ({ default: () => <h1>{text}</h1> });
const drawn = vi.fn(() => <h1>Mensen</h1>);
const rows: RouteRow[] = [
  { path: '/', public: true, titleKey: 'home.title', load: page('Homepage') },
  { path: '/vacancies/search', public: true, titleKey: 'search.title', load: page('Zoeken') },
  { path: '/vacancies/:id', public: true, titleKey: 'vacancy.title', load: page('Vacature') },
  { path: '/vacancies', titleKey: 'myVacancies.title', load: page('Mijn vacatures') },
  { path: '/users', right: 'users', titleKey: 'users.title', load: async () => ({ default: drawn }) },
  { path: '/auth/login-1', public: true, titleKey: 'signIn.title', load: page('Inloggen') },
  {
    path: '/weg',
    public: true,
    titleKey: 'home.title',
    load: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
  },
];

const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const QUESTION = 'Je hebt wijzigingen die niet zijn opgeslagen. Weet je zeker dat je weg wilt?';

test('a first address that leads elsewhere leaves nothing to go back to', async () => {
  const before = history.length;
  await render('/vacancies', { rows });
  await title('Inloggen');
  expect(location.search).toBe('?next=%2Fvacancies');
  expect(history.length).toBe(before);
});

test('with a language before the path, so are the redirect and every link', async () => {
  await render('/en/vacancies', { rows });
  await title('Inloggen');
  expect(location.pathname + location.search).toBe('/en/auth/login-1?next=%2Fvacancies');
  act(() => navigateTo('/'));
  await title('Homepage');
  expect(location.pathname).toBe('/en');
});

test('a screen without its right is never drawn', async () => {
  await render('/users', { rows, as: 'volunteer' });
  await title('Geen toegang');
  expect(drawn).not.toHaveBeenCalled();
  await render('/users', { rows, as: 'admin' });
  await title('Mensen');
});

test('going back from unsaved work asks first, and either answer holds', async () => {
  await render('/', { rows });
  act(() => navigateTo('/vacancies/search'));
  await title('Zoeken');
  markUnsaved('form');
  history.back();
  await screen.findByRole('dialog', { name: QUESTION });
  expect(location.pathname).toBe('/vacancies/search');
  await userEvent.click(screen.getByRole('button', { name: 'Op deze pagina blijven' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  history.back();
  await userEvent.click(await screen.findByRole('button', { name: 'Ja, pagina verlaten' }));
  await title('Homepage');
  expect(hasUnsaved.value).toBe(false);
});

test('another question on the same page keeps the page and where it is scrolled to', async () => {
  await render('/vacancies/search', { rows });
  const heading = await title('Zoeken');
  const scroll = vi.spyOn(window, 'scrollTo');
  act(() => navigateTo('/vacancies/search?q=taal'));
  expect(location.search).toBe('?q=taal');
  expect(await title('Zoeken')).toBe(heading);
  expect(scroll).not.toHaveBeenCalled();
  act(() => navigateTo('/'));
  await title('Homepage');
  await waitFor(() => expect(scroll).toHaveBeenCalledWith(0, 0));
});

test('another thing of the same kind is another page', async () => {
  await render('/vacancies/3', { rows });
  const heading = await title('Vacature');
  act(() => navigateTo('/vacancies/4'));
  await waitFor(() => expect(location.pathname).toBe('/vacancies/4'));
  await waitFor(() => expect(heading.isConnected).toBe(false));
  await title('Vacature');
});

test('a screen whose file is gone loads the whole page once, and then says so', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  await render('/', { rows });
  act(() => navigateTo('/weg'));
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  act(() => navigateTo('/'));
  await title('Homepage');
  act(() => navigateTo('/weg'));
  await title('Dat is niet gelukt');
  expect(reload).toHaveBeenCalledTimes(1);
});

test('an address that no screen of visitors has finds the others', async () => {
  await render('/vacancies/add', { rows: PUBLIC_ROUTES });
  await waitFor(() => expect(location.pathname).toBe('/auth/login-1'));
  expect(location.search).toBe('?next=%2Fvacancies%2Fadd');
  act(() => navigateTo('/geen-scherm'));
  await title('Pagina niet gevonden');
});
