import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { selectedOrganizationId } from '../../lib/session/session.ts';
import { readCookie } from '../../lib/storage.ts';
import { fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';
import { otherSites } from './sites.ts';

const CENTRES = listOf([
  wire('volunteer_centers', '1', { name: 'Meedoen in Lindewaard', host: 'lindewaard.example.org' }),
  wire('volunteer_centers', '2', { name: 'Doe Mee Roermond', host: 'roermond.example.org' }),
]);

describe('where one goes on', () => {
  test('a visitor is shown the other websites and the way in here', async () => {
    await render('/switch', { server: fakeServer({ '/api/v1/volunteer_centers': CENTRES }) });
    const site = await screen.findByRole('link', { name: /Doe Mee Roermond/ });
    expect(site.getAttribute('href')).toBe('http://roermond.example.org/auth/login-1');
    expect(within(screen.getByRole('main')).getByRole('link', { name: 'Hier inloggen' })).toBeTruthy();
    expect(screen.queryByRole('banner')).toBeNull();
  });

  test('who works for several organisations chooses one, and every call says which', async () => {
    const server = fakeServer({ '/api/v1/volunteer_centers': CENTRES });
    await render('/switch?next=%2Fsignup', { as: 'admin', server });
    // Who works for the centre works for no organisation until they say so.
    expect(selectedOrganizationId.value).toBeNull();
    const chosen = await screen.findByRole('button', { name: /Het vrijwilligerspunt/ });
    expect(chosen.getAttribute('aria-pressed')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Zorgcentrum De Linden' }));
    await waitFor(() => expect(location.pathname).toBe('/signup'));
    expect(selectedOrganizationId.value).toBe('2');
    expect(localStorage.getItem('voluntr-organization')).toBe('"2"');
  });

  test('who belongs elsewhere is shown where', async () => {
    const elsewhere = {
      status: 403,
      document: {
        errors: [
          {
            code: 'wrong_center',
            detail: 'wrong center',
            meta: { center_name: 'Doe Mee Roermond', url: 'https://roermond.example.org/' },
          },
        ],
      },
    };
    const server = fakeServer({ '/api/v1/volunteer_centers': CENTRES });
    const { router } = await render('/switch', { server });
    const { credentials, loadSession } = await import('../../lib/session/session.ts');
    server.answer('/api/v1/current_user', elsewhere);
    server.answer('/api/v1/current_organizations', elsewhere);
    credentials.value = { client: 'c', uid: 'joke@example.org' };
    await loadSession();
    const right = await screen.findByRole('link', { name: 'Naar Doe Mee Roermond' });
    expect(right.getAttribute('href')).toBe('https://roermond.example.org/auth/login-1');
    // Any other screen says so in full, with the same way out.
    await router.navigate('/', { replace: true });
    await screen.findByRole('heading', { level: 1, name: 'Je bent ingelogd op de verkeerde website' });
    expect(screen.getByRole('link', { name: 'Naar Doe Mee Roermond' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Uitloggen' }).getAttribute('href')).toBe('/uitloggen');
  });
});

test('a centre without a host is chosen here, but not on the host of another, and this one is here', () => {
  const centres = [
    { id: '1', name: 'A', host: 'a.example.org' },
    { id: '2', name: 'B', host: null },
    { id: '3', name: 'C', host: 'c.localhost' },
  ];
  const onAnOwnHost = { protocol: 'http:', port: '8080', hostname: 'a.example.org' };
  const far = { id: '3', name: 'C', host: 'c.localhost', href: 'http://c.localhost:8080/auth/login-1' };
  expect(otherSites(centres, '1', onAnOwnHost)).toEqual([far]);
  const onASharedHost = { protocol: 'http:', port: '8080', hostname: 'samen.example.org' };
  expect(otherSites(centres, '1', onASharedHost)).toEqual([
    { id: '2', name: 'B', host: null, href: '/auth/login-1' },
    far,
  ]);
});

test('who chooses a centre without a host gets its pages from the server', async () => {
  const centres = listOf([
    wire('volunteer_centers', '1', { name: 'Meedoen in Lindewaard', host: null }),
    wire('volunteer_centers', '2', { name: 'Meedoen in Waardenburg', host: null }),
  ]);
  await render('/switch', { server: fakeServer({ '/api/v1/volunteer_centers': centres }) });
  const site = await screen.findByRole('link', { name: /Meedoen in Waardenburg.*Op deze website/ });
  site.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(site);
  expect(readCookie('volunteerCenterId')).toBe('2');
});
