import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { loadUnreadChangelog, unreadChangelog } from '../../lib/changelog/unread.ts';
import { fakeServer, listOf, oneOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

const LIST = '/api/v1/changelog_entries';
const entry = (id: string, attributes = {}, can: string[] = []) =>
  wire(
    'changelog_entries',
    id,
    {
      date: '2026-11-23',
      release: '1.14',
      kinds: ['new'],
      audiences: [],
      title_nl: `Bericht ${id}`,
      title_en: `Entry ${id}`,
      text_nl: `<p>Tekst ${id}</p>`,
      text_en: `<p>Text ${id}</p>`,
      link_path: null,
      link_text_nl: null,
      link_text_en: null,
      published: true,
      published_at: '2026-11-23T09:00:00Z',
      created_at: '2026-11-23T09:00:00Z',
      ...attributes,
    },
    { meta: { can } },
  );

interface Given {
  rows?: ReturnType<typeof entry>[];
  unread?: string[];
  as?: Exclude<Person, 'visitor'>;
  can?: string[];
  total?: number;
  at?: string;
}

async function open({ rows = [], unread = [], as = 'volunteer', can = [], total, at = '' }: Given) {
  const server = fakeServer({
    [LIST]: listOf(rows, { meta: { can, total: total ?? rows.length } }),
    [`${LIST}/unread`]: { document: { data: null, meta: { count: unread.length, ids: unread } } } as never,
    [`PUT ${LIST}/read_all`]: { status: 204 },
    [`POST ${LIST}`]: oneOf(entry('9')),
    [`PATCH ${LIST}/2`]: oneOf(entry('2')),
    [`DELETE ${LIST}/2`]: { status: 204 },
    '/api/v1/me/changelog_feed': {
      document: { data: null, meta: { created_at: null, address: null } },
    } as never,
  });
  await render(`/voluntr/changelog${at}`, { as, server });
  await screen.findByRole('heading', { level: 1, name: 'Wat is er nieuw' });
  return server;
}
const sent = (server: Awaited<ReturnType<typeof open>>, method: string, path: string) =>
  server.calls.filter((call) => call.method === method && call.address.split('?')[0] === path);

test('what is new to me is marked on this visit, stands above a line, and is seen from then on', async () => {
  const server = await open({ rows: [entry('3'), entry('2'), entry('1')], unread: ['3', '2'] });
  await screen.findByText('Dit is er veranderd in Voluntr. 2 dingen zijn nieuw sinds je vorige bezoek.');
  await waitFor(() => expect(sent(server, 'PUT', `${LIST}/read_all`)).toHaveLength(1));
  expect(screen.getAllByText(', nieuw voor jou')).toHaveLength(2);
  const [above, below] = screen.getByText('Dit had je al gezien').parentElement?.querySelectorAll('ol') ?? [];
  expect(
    within(above as HTMLElement)
      .getAllByRole('heading')
      .map((each) => each.textContent),
  ).toEqual(['Bericht 3', 'Bericht 2']);
  expect(within(below as HTMLElement).getByRole('heading').textContent).toBe('Bericht 1');
  await waitFor(() => expect(unreadChangelog.value).toBe(0));
});

test('without news there is no line, and an entry says what it is and where it is found', async () => {
  await open({
    rows: [
      entry('2', {
        kinds: ['improved', 'fixed'],
        audiences: ['centers'],
        link_path: '/analytics',
        link_text_nl: 'Naar de cijfers',
        link_text_en: 'Look at the figures',
      }),
    ],
  });
  const item = within((await screen.findByText('Bericht 2')).closest('li') as HTMLElement);
  expect(item.getByText('Beter') && item.getByText('Opgelost')).toBeTruthy();
  expect(item.getByText('Voor: Vrijwilligerspunten')).toBeTruthy();
  expect(item.getByText('Versie 1.14')).toBeTruthy();
  expect(item.getByRole('link', { name: 'Naar de cijfers' }).getAttribute('href')).toBe('/analytics');
  expect(item.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Dit had je al gezien')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Bericht schrijven' })).toBeNull();
});

test('the choice for whom is asked of the server and stands in the address; older entries come at a press', async () => {
  const server = await open({ rows: [entry('2')], total: 14 });
  await userEvent.click(await screen.findByRole('button', { name: 'Organisaties' }));
  await waitFor(() =>
    expect(
      server.calls.some(({ address }) =>
        decodeURIComponent(address).includes('filter[audience_eq]=organizations'),
      ),
    ).toBe(true),
  );
  expect(screen.getByRole('button', { name: 'Organisaties' }).getAttribute('aria-pressed')).toBe('true');
  await userEvent.click(screen.getByRole('button', { name: 'Alles van 23 november 2026 en eerder' }));
  await waitFor(() =>
    expect(server.calls.some(({ address }) => decodeURIComponent(address).includes('page[size]=100'))).toBe(
      true,
    ),
  );
});

test('an admin hides an entry, removes it, and edits it with its words in both languages', async () => {
  const rows = [entry('2', {}, ['update', 'delete'])];
  const server = await open({ rows, as: 'admin', can: ['create'] });
  await userEvent.click(await screen.findByRole('button', { name: 'Bericht 2 verbergen' }));
  await waitFor(() => expect(sent(server, 'PATCH', `${LIST}/2`)).toHaveLength(1));
  expect(sent(server, 'PATCH', `${LIST}/2`)[0]?.body).toMatchObject({
    data: { attributes: { published: false } },
  });

  await userEvent.click(screen.getByRole('button', { name: 'Bericht 2 wijzigen' }));
  const dialog = within(await screen.findByRole('dialog'));
  const title = dialog.getByLabelText(/^Titel in het Engels/);
  await userEvent.clear(title);
  await userEvent.type(title, 'Map on your phone');
  await userEvent.click(dialog.getByRole('button', { name: 'Bericht opslaan' }));
  await waitFor(() => expect(sent(server, 'PATCH', `${LIST}/2`)).toHaveLength(2));
  expect(sent(server, 'PATCH', `${LIST}/2`)[1]?.body).toMatchObject({
    data: {
      attributes: {
        title_nl: 'Bericht 2',
        title_en: 'Map on your phone',
        text_nl: '<p>Tekst 2</p>',
        text_en: '<p>Text 2</p>',
        kinds: ['new'],
        audiences: [],
        link_path: null,
        published: true,
      },
    },
  });

  await userEvent.click(await screen.findByRole('button', { name: 'Bericht 2 verwijderen' }));
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Verwijderen' }),
  );
  await waitFor(() => expect(sent(server, 'DELETE', `${LIST}/2`)).toHaveLength(1));
});

test('the menu of the account says how much is new', async () => {
  const server = fakeServer({
    [`${LIST}/unread`]: { document: { data: null, meta: { count: 2, ids: ['1', '2'] } } } as never,
  });
  await render('/uren', { as: 'volunteer', server });
  await loadUnreadChangelog();
  const button = await screen.findByRole('button', { name: 'Joke, jouw account, er is iets nieuws' });
  await userEvent.click(button);
  const item = await screen.findByRole('menuitem', { name: /^Wat is er nieuw ?, 2 nieuw$/ });
  expect(item.getAttribute('href')).toBe('/voluntr/changelog');
});
