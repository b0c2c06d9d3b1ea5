import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, listOf, wire } from '../../../../testing/fake-server.ts';
import { sent } from '../../../../testing/newsletters.ts';
import { render } from '../../../../testing/render.tsx';

const API = '/api/v1/newsletter_subscribers';
const PATH = '/content/newsletters/subscribers';
/** As the list asks for everybody. */
const PAGE = 'page[size]=20&sort=-created_at';

const subscriber = (more: Record<string, unknown> = {}, id = '4', can: readonly string[] = ['delete']) =>
  wire(
    'newsletter_subscribers',
    id,
    {
      email: 'wil.hermsen@example.nl',
      first_name: 'Wil',
      locale: 'nl',
      frequency: 'every',
      status: 'active',
      confirmed_at: '2026-03-02T10:00:00Z',
      left_at: null,
      created_at: '2026-03-01T10:00:00Z',
      ...more,
    },
    { meta: { can: [...can] } },
  );

const PENDING = {
  email: 'daan.mulder@example.nl',
  first_name: null,
  locale: 'en',
  frequency: 'monthly',
  status: 'pending',
  confirmed_at: null,
};

/** Twelve are counted as subscribed, two have to confirm, nobody left. */
function start(can?: readonly string[]): FakeServer {
  const counted = (total: number) => listOf([], { meta: { total } });
  return fakeServer({
    [API]: listOf([subscriber({}, '4', can), subscriber(PENDING, '5', can)]),
    [`${API}?filter[status_eq]=active&page[size]=1`]: counted(12),
    [`${API}?filter[status_eq]=pending&page[size]=1`]: counted(2),
    [`${API}?filter[status_eq]=left&page[size]=1`]: counted(0),
  });
}

async function open(search = '', server = start()) {
  const rendered = await render(`${PATH}${search}`, { as: 'admin', server });
  await screen.findByRole('heading', { level: 1, name: 'Abonnees' });
  return rendered;
}

/** Its parts may stand on lines of their own. */
const isAddress = (email: string) => (name: string) => name.replaceAll(' ', '') === email;

const rowOf = async (email: string) =>
  (await screen.findByRole('link', { name: isAddress(email) })).closest('[data-row]') as HTMLElement;

describe('the list', () => {
  test('says of each how far it is, what they wish and since when', async () => {
    await open();
    const wil = await rowOf('wil.hermsen@example.nl');
    expect(wil.textContent).toContain('Wil');
    expect(wil.textContent).toContain('Aangemeld');
    expect(wil.textContent).toContain('1 maart 2026');
    expect((await rowOf('daan.mulder@example.nl')).textContent).toContain('Nog niet bevestigd');
    expect(screen.getByText('2 abonnees')).toBeTruthy();
    expect(screen.getByText('Mensen met een account staan hier niet.')).toBeTruthy();
  });

  test('counts each status, and asks for one of them', async () => {
    const server = start();
    server.answer(`${API}?filter[status_eq]=left&${PAGE}`, listOf([]));
    await open('?status=left', server);
    expect(await screen.findByText('Niemand heeft zich afgemeld')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Alles tonen' }).getAttribute('href')).toBe(PATH);
    const pending = await screen.findByRole('link', { name: /^Nog niet bevestigd\D*2$/ });
    expect(pending.getAttribute('href')).toBe(`${PATH}?status=pending`);
    expect(screen.getByRole('link', { name: /^Aangemeld\D*12$/ })).toBeTruthy();
  });

  test('is searched by address or first name, within the status', async () => {
    const server = start();
    const { router } = await open('?status=active', server);
    await rowOf('wil.hermsen@example.nl');
    server.answer(`${API}?filter[q]=zzz&filter[status_eq]=active&${PAGE}`, listOf([]));
    await userEvent.type(screen.getByRole('searchbox', { name: 'E-mail of voornaam zoeken' }), 'zzz{Enter}');
    expect(await screen.findByText('Geen abonnee gevonden')).toBeTruthy();
    expect(router.state.location.search).toBe('?status=active&q=zzz');
  });

  test('is put in another order by its heads', async () => {
    const { server, router } = await open();
    await rowOf('wil.hermsen@example.nl');
    await userEvent.click(screen.getByRole('button', { name: /^E-mailadres/ }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort=email'));
    await waitFor(() =>
      expect(server.calls.some(({ address }) => address.endsWith('sort=email'))).toBe(true),
    );
  });

  test('of nobody leads to the form of the website', async () => {
    const server = start();
    server.answer(API, listOf([]));
    await open('', server);
    expect(await screen.findByText('Er zijn nog geen abonnees')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Aanmeldformulier bekijken' }).getAttribute('href')).toBe(
      '/nieuwsbrief',
    );
  });
});

describe('one subscriber', () => {
  test('opens beside the list with their wishes', async () => {
    await open('?open=5');
    const panel = await screen.findByRole('region', { name: /^daan\.mulder@example\.nl$/ });
    expect(within(panel).getByText('Maximaal één keer per maand')).toBeTruthy();
    expect(within(panel).getByText('Engels')).toBeTruthy();
    expect(within(panel).getByText(/de link in de bevestigingsmail is nog niet gebruikt/)).toBeTruthy();
    expect(within(panel).queryByText('Bevestigd')).toBeNull();
  });

  test('is removed after a question, and the panel closes', async () => {
    const { server, router } = await open('?open=4');
    const panel = await screen.findByRole('region', { name: 'wil.hermsen@example.nl' });
    await userEvent.click(within(panel).getByRole('button', { name: 'Verwijderen' }));
    const dialog = await screen.findByRole('dialog', { name: 'wil.hermsen@example.nl verwijderen?' });
    expect(dialog.textContent).toContain('Dit adres krijgt dan geen nieuwsbrief meer.');
    expect(sent(server, 'DELETE', `${API}/4`)).toHaveLength(0);
    server.answer(`DELETE ${API}/4`, { status: 204 });
    server.answer(API, listOf([subscriber(PENDING, '5')]));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Abonnee verwijderen' }));
    expect(await screen.findByText('wil.hermsen@example.nl is verwijderd')).toBeTruthy();
    expect(sent(server, 'DELETE', `${API}/4`)).toHaveLength(1);
    await waitFor(() =>
      expect(screen.queryByRole('link', { name: isAddress('wil.hermsen@example.nl') })).toBeNull(),
    );
    expect(router.state.location.search).toBe('');
  });

  test('stays when the server refuses, which is said', async () => {
    const { server } = await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Meer met wil.hermsen@example.nl' }));
    await userEvent.click(screen.getByRole('menuitem', { name: 'Verwijderen' }));
    server.answer(`DELETE ${API}/4`, {
      status: 403,
      document: { errors: [{ status: '403', code: 'forbidden', title: 'Dat mag je niet' }] },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Abonnee verwijderen' }));
    expect(await screen.findByText(/Dat mag je niet/)).toBeTruthy();
    expect(await rowOf('wil.hermsen@example.nl')).toBeTruthy();
  });

  test('cannot be removed by who may only read', async () => {
    await open('?open=4', start([]));
    await screen.findByRole('region', { name: 'wil.hermsen@example.nl' });
    expect(screen.queryByRole('button', { name: 'Verwijderen' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Meer met wil.hermsen@example.nl' })).toBeNull();
  });
});

test('the newsletters lead to their subscribers', async () => {
  const server = start();
  server.answer('/api/v1/newsletters', listOf([], { meta: { can: ['create'] } }));
  await render('/content/newsletters', { as: 'admin', server });
  expect((await screen.findByRole('link', { name: 'Abonnees' })).getAttribute('href')).toBe(PATH);
});
