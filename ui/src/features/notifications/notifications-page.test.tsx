import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import mailKinds from '../../i18n/mail-kinds.nl.json';
import { toasts } from '../../lib/feedback/toasts.ts';
import { fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const UNREAD = wire('notifications', '7', {
  kind: 'application_received',
  data: { vacancy_title: 'Taalmaatje', organization_name: 'Taalhuis' },
  url: '/applications/3',
  read_at: null,
  seen_at: null,
  created_at: '2026-11-20T09:00:00Z',
});
const READ = wire('notifications', '6', {
  kind: 'account_welcome',
  data: {},
  url: null,
  read_at: '2026-11-19T10:00:00Z',
  seen_at: null,
  created_at: '2026-11-19T09:00:00Z',
});

async function open(path: string) {
  const server = fakeServer({
    '/api/v1/notifications': listOf([UNREAD, READ], { meta: { total: 45, pages: 3, page: 1, size: 20 } }),
  });
  const rendered = await render(path, { as: 'volunteer', server });
  await screen.findByText('We hebben je aanmelding ontvangen');
  return rendered;
}

test('all notifications stand on a screen of their own, page by page', async () => {
  const { server } = await open('/notificaties?page=2');
  expect(screen.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeTruthy();
  expect(screen.getByRole('link', { name: /We hebben je aanmelding ontvangen/ }).getAttribute('href')).toBe(
    '/applications/3',
  );
  const pages = screen.getByRole('navigation', { name: /Pagina/ });
  expect(within(pages).getByRole('link', { name: 'Pagina 3' }).getAttribute('href')).toBe(
    '/notificaties?page=3',
  );
  const asked = server.calls.filter(({ address }) => address.includes('/api/v1/notifications?'));
  expect(asked.some(({ address }) => decodeURIComponent(address).includes('page[number]=2'))).toBe(true);
});

test('the unread ones can be chosen', async () => {
  const { server } = await open('/notificaties?filter=unread');
  expect(
    server.calls.some(({ address }) => decodeURIComponent(address).includes('filter[read_eq]=false')),
  ).toBe(true);
});

test.each([
  ['todo', 'Te doen', 'vacancy_to_review'],
  ['messages', 'Berichten', 'message_new'],
])('the tab %s asks for its kinds alone', async (tab, name, kind) => {
  const { server } = await open(`/notificaties?filter=${tab}`);
  const tabs = within(screen.getByRole('navigation', { name: 'Welke meldingen' }));
  expect(tabs.getByRole('link', { name }).getAttribute('aria-current')).toBe('true');
  const asked = server.calls.map(({ address }) => decodeURIComponent(address));
  const kinds = asked.flatMap((address) => /filter\[kind_in\]=([^&]*)/.exec(address)?.[1]?.split(',') ?? []);
  expect(kinds).toContain(kind);
  // A kind that the server does not have would never be found.
  expect(kinds.filter((each) => !(each in mailKinds))).toEqual([]);
});

test('a tab without anything says so, and leads to all', async () => {
  await render('/notificaties?filter=todo', {
    as: 'volunteer',
    server: fakeServer({ '/api/v1/notifications': listOf([]) }),
  });
  expect(await screen.findByRole('heading', { name: 'Er is niets te doen' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Alle meldingen bekijken' }).getAttribute('href')).toBe(
    '/notificaties',
  );
});

describe('a row', () => {
  const TITLE = 'We hebben je aanmelding ontvangen';
  const removals = () => screen.getAllByRole('button', { name: /^Melding verwijderen/ });

  test('is marked as read without going there, and the focus stays', async () => {
    const { server } = await open('/notificaties');
    server.answer('PUT /api/v1/notifications/7/read', { status: 204 });
    await userEvent.click(screen.getByRole('button', { name: `Als gelezen markeren: ${TITLE}` }));
    await waitFor(() => expect(screen.queryByText('(nieuw)')).toBeNull());
    expect(server.calls.some(({ address }) => address.endsWith('/7/read'))).toBe(true);
    expect(document.activeElement).toBe(removals()[0]);
    expect(screen.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeTruthy();
  });

  test('is removed, and the focus goes to the next one', async () => {
    const { server } = await open('/notificaties');
    server.answer('DELETE /api/v1/notifications/7', { status: 204 });
    server.answer('/api/v1/notifications', listOf([READ]));
    await userEvent.click(screen.getByRole('button', { name: `Melding verwijderen: ${TITLE}` }));
    await waitFor(() => expect(screen.queryByText(TITLE)).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(removals()[0]));
    expect(toasts.value.map(({ title }) => title)).toContain('De melding is verwijderd');
    expect(server.calls.filter(({ method }) => method === 'DELETE').map(({ address }) => address)).toEqual([
      '/api/v1/notifications/7',
    ]);
  });

  test('that could not be removed stays, and a notice says so', async () => {
    const { server } = await open('/notificaties');
    server.answer('DELETE /api/v1/notifications/7', { status: 403, document: {} });
    await userEvent.click(screen.getByRole('button', { name: `Melding verwijderen: ${TITLE}` }));
    await waitFor(() =>
      expect(toasts.value.some(({ title }) => title.startsWith('De melding is niet verwijderd'))).toBe(true),
    );
    expect(screen.getByText(TITLE)).toBeTruthy();
  });

  test('that was the last of the last page leads to the page before', async () => {
    const server = fakeServer({
      '/api/v1/notifications': listOf([], { meta: { total: 20, page: 2, size: 20, pages: 1 } }),
    });
    const { router } = await render('/notificaties?page=2', { as: 'volunteer', server });
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

test('a notification that cannot be marked as read takes nobody’s screen', async () => {
  const { server } = await open('/notificaties');
  server.answer('PUT /api/v1/notifications/7/read', { status: 500, document: {} });
  server.answer('/api/v1/applications/3', { status: 404, document: {} });
  const shown = screen.getByRole('link', { name: /We hebben je aanmelding ontvangen/ });
  shown.addEventListener('click', (event) => event.preventDefault());
  await userEvent.click(shown);
  await waitFor(() => expect(server.calls.some(({ address }) => address.endsWith('/7/read'))).toBe(true));
  await waitFor(() => expect(screen.getByText('(nieuw)')).toBeTruthy());
  expect(screen.getByRole('heading', { level: 1, name: 'Meldingen' })).toBeTruthy();
});

test('when not all can be marked as read, a notice says so', async () => {
  const { server } = await open('/notificaties');
  server.answer('/api/v1/notifications/unread_count', { document: { meta: { count: 1 } } });
  server.answer('PUT /api/v1/notifications/read_all', { status: 422, document: {} });
  const { loadUnreadCount } = await import('../../lib/feedback/notifications.ts');
  await loadUnreadCount();
  await userEvent.click(await screen.findByRole('button', { name: 'Alles als gelezen markeren' }));
  await waitFor(() =>
    expect(toasts.value.some(({ title }) => title.includes('niet als gelezen'))).toBe(true),
  );
});

describe('those about the same thing', () => {
  const today = (id: string, more: Record<string, unknown>) =>
    wire('notifications', id, {
      kind: 'application_new',
      url: `/applications/${id}`,
      read_at: null,
      seen_at: null,
      created_at: new Date().toISOString(),
      ...more,
    });
  const applied = (id: string, name: string) =>
    today(id, { data: { vacancy_title: 'Hulp bij de kerstmarkt', applicant_name: name } });

  async function openToday(...items: ReturnType<typeof today>[]) {
    const server = fakeServer({
      '/api/v1/notifications': listOf(items, { meta: { total: items.length, pages: 1, page: 1, size: 20 } }),
      '/api/v1/applications': listOf([]),
    });
    for (const { id } of items) server.answer(`PUT /api/v1/notifications/${id}/read`, { status: 204 });
    const { router } = await render('/notificaties', { as: 'organization', server });
    return { server, router, day: within(await screen.findByRole('region', { name: 'Vandaag' })) };
  }

  test('are one row that unfolds, and are read with one press', async () => {
    const { server, router, day } = await openToday(
      applied('1', 'Wouter'),
      applied('2', 'Ineke'),
      applied('3', 'Kees'),
      applied('4', 'Tim'),
    );
    expect(day.getByText('4 nieuwe aanmeldingen')).toBeTruthy();
    expect(day.getAllByRole('listitem')[0]?.textContent).toContain(
      'voor Hulp bij de kerstmarkt: Wouter, Ineke, Kees en nog 1.',
    );
    expect(day.queryByRole('link', { name: 'Tim wil meedoen' })).toBeNull();
    await userEvent.click(day.getByRole('button', { name: 'Uitklappen' }));
    expect(day.getByRole('link', { name: 'Tim wil meedoen' }).getAttribute('href')).toBe('/applications/4');
    await userEvent.click(day.getByRole('link', { name: 'Hulp bij de kerstmarkt' }));
    await waitFor(() =>
      expect(
        server.calls.filter(({ method }) => method === 'PUT').map(({ address }) => address.split('/').at(-2)),
      ).toEqual(['1', '2', '3', '4']),
    );
    await waitFor(() =>
      expect(decodeURIComponent(router.state.location.search)).toBe('?q=Hulp bij de kerstmarkt'),
    );
  });

  test('are removed together', async () => {
    const { server, day } = await openToday(applied('1', 'Wouter'), applied('2', 'Ineke'));
    for (const id of ['1', '2']) server.answer(`DELETE /api/v1/notifications/${id}`, { status: 204 });
    server.answer('/api/v1/notifications', listOf([]));
    await userEvent.click(day.getByRole('button', { name: /^Melding verwijderen/ }));
    await screen.findByRole('heading', { name: 'Je hebt nog geen meldingen' });
    expect(toasts.value.map(({ title }) => title)).toContain('2 meldingen zijn verwijderd');
    expect(document.activeElement?.textContent).toBe('Alles');
  });

  test('messages of one conversation are one row, without anything to unfold', async () => {
    const message = (id: string) =>
      today(id, {
        kind: 'message_new',
        url: '/conversations?open=5',
        data: { sender_name: 'Wim', vacancy_title: 'Wandelmaatje', message: 'Hoi', count: 1 },
      });
    const { day } = await openToday(message('1'), message('2'));
    expect(day.getAllByRole('listitem')).toHaveLength(1);
    expect(day.getByRole('listitem').textContent).toContain(
      'Wim heeft 2 berichten gestuurd over Wandelmaatje.',
    );
    expect(day.queryByRole('button', { name: 'Uitklappen' })).toBeNull();
  });
});
