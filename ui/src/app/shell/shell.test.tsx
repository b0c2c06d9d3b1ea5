import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { addToast } from '../../lib/feedback/toasts.ts';
import { pageTitle } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { dropCredentials } from '../../lib/session/session.ts';
import { hasUnsaved, markUnsaved } from '../../lib/unsaved/unsaved.ts';
import { fakeServer } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import type { RouteRow } from '../route-row.ts';

const page = (text: string) => async () => ({ default: () => <h1>{text}</h1> });
const rows: RouteRow[] = [
  { path: '/', public: true, layout: 'wide', titleKey: 'home.title', load: page('Homepage') },
  { path: '/vacancies', titleKey: 'myVacancies.title', load: page('Mijn vacatures') },
  { path: '/auth/login-1', public: true, titleKey: 'signIn.title', load: page('Inloggen') },
  { path: '/uitloggen', titleKey: 'signOut.title', load: page('Uitloggen') },
  {
    path: '/gelderse-handen',
    public: true,
    layout: 'empty',
    titleKey: 'home.title',
    load: page('Gelderse Handen'),
  },
  {
    path: '/kapot',
    public: true,
    titleKey: 'home.title',
    load: async () => ({
      default: () => {
        throw new Error('kapot');
      },
    }),
  },
];

const path = (): string => location.pathname + location.search;
const title = (name: string) => screen.findByRole('heading', { level: 1, name });

describe('the shell', () => {
  test('a visitor sees the logo, the way in, the languages and the footer', async () => {
    await render('/', { rows });
    expect(screen.getByRole('link', { name: 'Meedoen in Lindewaard, naar de homepage' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Inloggen' }).getAttribute('href')).toBe('/auth/login-1');
    expect(screen.getByRole('link', { name: 'EN, English' }).getAttribute('href')).toBe('/en');
    expect(screen.getByRole('link', { name: 'Bel ons' }).getAttribute('href')).toBe('tel:+31418550120');
    expect(screen.getByText('ANBI')).toBeTruthy();
    expect(screen.getByText('NOV')).toBeTruthy();
  });

  test('the footer is in the language of the visitor, and in Dutch where it has no other', async () => {
    await render('/en', { rows });
    expect(screen.getByRole('link', { name: 'Call us' }).getAttribute('href')).toBe('tel:+31418550120');
    expect(screen.queryByRole('link', { name: 'Bel ons' })).toBeNull();
    expect(screen.getByRole('heading', { name: 'Meedoen in Lindewaard' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Over ons' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/en/voorwaarden');
  });

  test('the language of the address is the language of the page', async () => {
    await render('/en', { rows });
    expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/en/auth/login-1');
    expect(document.documentElement.lang).toBe('en');
  });

  test('a member sees notifications and the account', async () => {
    const server = fakeServer();
    await render('/vacancies', { rows, as: 'admin', server });
    await userEvent.click(await screen.findByRole('button', { name: 'Ada, jouw account' }));
    expect(screen.getByRole('menuitem', { name: 'Uitloggen' })).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Donker' })).toBeTruthy();
    expect(screen.getByRole('menuitem', { name: 'Zorgcentrum De Linden' })).toBeTruthy();
  });

  test('the empty layout has nothing around the page', async () => {
    await render('/gelderse-handen', { rows });
    expect(screen.queryByRole('banner')).toBeNull();
    expect(screen.queryByRole('contentinfo')).toBeNull();
  });
});

describe('the way to a page', () => {
  test('a visitor on a closed page comes to the sign-in screen, which knows where to return to', async () => {
    await render('/vacancies', { rows });
    await title('Inloggen');
    expect(path()).toBe('/auth/login-1?next=%2Fvacancies');
  });

  test('the way in comes back to where one was, from the bar as from the menu of a phone', async () => {
    await render('/gelderse-handen?stap=2', {
      rows: [{ ...rows[4], layout: 'wide' } as RouteRow, ...rows],
    });
    const ways = () =>
      screen.getAllByRole('link', { name: 'Inloggen' }).map((each) => each.getAttribute('href'));
    expect(ways()).toEqual(['/auth/login-1?next=%2Fgelderse-handen%3Fstap%3D2']);
    await userEvent.click(screen.getByRole('button', { name: 'Menu' }));
    await waitFor(() => expect(ways()).toHaveLength(2));
    expect(new Set(ways()).size).toBe(1);
  });

  test('a host with one page shows only that', async () => {
    await render('/vacancies', { rows, centreMeta: { redirect_path: '/gelderse-handen' } });
    await title('Gelderse Handen');
  });

  test('going to another page moves the focus to its title and changes the title', async () => {
    await render('/', { rows, as: 'admin' });
    act(() => navigateTo('/vacancies'));
    const heading = await title('Mijn vacatures');
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(pageTitle.value).toBe('Mijn vacatures');
  });
});

describe('an error', () => {
  test('an unknown page is said in words, with one button; a second press loads the whole page', async () => {
    await render('/niets', { rows: rows.filter((row) => row.path !== '/') });
    await title('Pagina niet gevonden');
    const home = screen.getByRole('link', { name: 'Terug naar de homepage' });
    expect(home.getAttribute('href')).toBe('/');
    await userEvent.click(home);
    await waitFor(() =>
      expect(screen.getByRole('link', { name: 'Terug naar de homepage' }).getAttribute('href')).toBe(
        `${location.origin}/`,
      ),
    );
    expect(path()).toBe('/');
  });

  test('is cleared by going to a page that works', async () => {
    await render('/niets', { rows });
    await userEvent.click(screen.getByRole('link', { name: 'Terug naar de homepage' }));
    await title('Homepage');
  });

  test('a page that breaks while it draws becomes an error screen', async () => {
    await render('/kapot', { rows });
    await title('Dat is niet gelukt');
    act(() => navigateTo('/'));
    await title('Homepage');
  });
});

describe('unsaved work', () => {
  test('is asked about before the page is left, once', async () => {
    await render('/', { rows, as: 'admin' });
    markUnsaved('form');
    act(() => navigateTo('/vacancies'));
    const question = 'Je hebt wijzigingen die niet zijn opgeslagen. Weet je zeker dat je weg wilt?';
    await screen.findByRole('dialog', { name: question });
    await userEvent.click(screen.getByRole('button', { name: 'Op deze pagina blijven' }));
    expect(path()).toBe('/');
    act(() => navigateTo('/vacancies'));
    await userEvent.click(await screen.findByRole('button', { name: 'Ja, pagina verlaten' }));
    await title('Mijn vacatures');
    expect(hasUnsaved.value).toBe(false);
  });

  test('is not asked about when one was signed out elsewhere: there is no way to stay', async () => {
    const { router } = await render('/vacancies', { rows, as: 'admin' });
    markUnsaved('form');
    act(() => {
      dropCredentials();
      void router.revalidate();
    });
    await title('Inloggen');
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

test('a toast is heard and can be closed', async () => {
  await render('/', { rows });
  act(() => {
    addToast({ title: 'Opgeslagen', color: 'success', duration: 0 });
  });
  expect(screen.getByText('Opgeslagen')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /sluit/i }));
  expect(screen.queryByText('Opgeslagen')).toBeNull();
});
