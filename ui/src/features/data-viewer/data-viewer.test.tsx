// The data viewer: masked values, filters in the address, a reason, and the row with its references.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type FakeServer, fakeServer, oneOf, wire } from '../../testing/fake-server.ts';
import { render } from '../../testing/render.tsx';

const API = '/api/v1/admin/data_viewer';

const column = (name: string, kind = 'shown', more: object = {}) => ({
  name,
  kind,
  data_type: 'text',
  references: null,
  can_sort: kind === 'shown',
  can_filter: kind === 'shown',
  ...more,
});

const COLUMNS = [
  column('id'),
  column('vacancy_id', 'shown', { references: 'vacancies' }),
  column('first_name', 'personal'),
  column('stage'),
  column('message', 'closed'),
];

const row = (isOpen: boolean) => ({
  id: '9371',
  values: { id: 9371, vacancy_id: 5, stage: 'in_contact', ...(isOpen ? { first_name: 'Hanneke' } : {}) },
  masked: isOpen ? [] : ['first_name'],
  cut: [],
  links: { vacancy_id: { table: 'vacancies', id: '5', label: 'Taalmaatje' } },
  is_disclosed: isOpen,
});

const disclosures = (isOpen: boolean) =>
  isOpen
    ? [
        {
          table: 'applications',
          row_id: null,
          reason: 'help',
          until: new Date(Date.now() + 900_000).toISOString(),
        },
      ]
    : [];

function answers(server: FakeServer, isOpen: boolean): void {
  server.answer(
    `${API}/applications`,
    oneOf(
      wire('data_viewer_tables', 'applications', {
        group: 'matching',
        columns: COLUMNS,
        rows: [row(isOpen)],
        count: 214,
        has_more: false,
        after: '[9371]',
        sort: '-id',
        disclosures: disclosures(isOpen),
      }),
    ),
  );
  server.answer(
    `${API}/applications/9371`,
    oneOf(
      wire('data_viewer_rows', '9371', {
        group: 'matching',
        columns: COLUMNS,
        row: row(isOpen),
        referred_by: [
          {
            table: 'conversations',
            column: 'about_id',
            filter: { about_id: '9371', about_type: 'applications' },
            count: 1,
            has_more: false,
          },
        ],
        disclosures: disclosures(isOpen),
      }),
    ),
  );
}

function start(): FakeServer {
  const server = fakeServer({
    [API]: oneOf(
      wire('data_viewers', 'current', {
        tables: [
          { name: 'users', group: 'people', count: 20_418, has_more: false },
          { name: 'applications', group: 'matching', count: 9_377, has_more: false },
          { name: 'known_devices', group: 'system', count: 100_000, has_more: true },
        ],
        disclosures: [],
      }),
    ),
    [`POST ${API}/disclosures`]: {
      status: 201,
      ...oneOf(wire('data_viewer_disclosures', 'applications', {})),
    },
  });
  answers(server, false);
  return server;
}

const open = (address: string, server = start()) => render(address, { as: 'admin', server });

describe('the tables', () => {
  test('stand in groups with their rows, by their words or else by their name', async () => {
    await open('/admin/data-viewer');
    const nav = await screen.findByRole('navigation', { name: 'Tabellen' });
    expect(within(nav).getByRole('link', { name: /Mensen.*20\.418/ })).toBeTruthy();
    expect(within(nav).getByRole('link', { name: /known_devices.*meer dan 100\.000/ })).toBeTruthy();
    const user = userEvent.setup();
    await user.type(screen.getByRole('searchbox', { name: 'Tabel zoeken' }), 'aanm');
    expect(within(nav).getAllByRole('link')).toHaveLength(1);
  });
});

describe('the rows', () => {
  test('mask what is personal, and lead to other rows', async () => {
    await open('/admin/data-viewer?table=applications');
    const table = await screen.findByRole('table');
    expect(within(table).getByText('afgeschermd')).toBeTruthy();
    const link = within(table).getByRole('link', { name: 'Taalmaatje' });
    expect(link.getAttribute('href')).toBe('/admin/data-viewer?table=vacancies&row=5');
    expect(within(table).queryByText('Bericht')).toBeNull();
    const sorted = within(table).getByRole('columnheader', { name: 'Nr.' });
    expect(sorted.getAttribute('aria-sort')).toBe('descending');
    const next = screen.getByRole('link', { name: 'Volgende' }).getAttribute('href') ?? '';
    expect(new URLSearchParams(next.split('?')[1]).get('after')).toBe('[9371]');
  });

  test('are asked with the filters of the address, which can be taken away', async () => {
    const server = start();
    await open('/admin/data-viewer?table=applications&filter.stage_not_eq=closed', server);
    await screen.findByRole('table');
    const asked = server.calls.map(({ address }) => decodeURIComponent(address));
    expect(asked.some((address) => address.includes('filter[stage_not_eq]=closed'))).toBe(true);
    expect(screen.getByText(/Fase is niet closed/)).toBeTruthy();
  });

  test('show personal data after a reason, with the time that is left', async () => {
    const server = start();
    await open('/admin/data-viewer?table=applications', server);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reden geven' }));
    const dialog = screen.getByRole('dialog', { name: 'Waarom wil je persoonsgegevens zien?' });
    await user.click(within(dialog).getByRole('radio', { name: /Storing of fout/ }));
    await user.type(within(dialog).getByLabelText('Uitleg'), 'Mail komt niet aan bij deze persoon.');
    answers(server, true);
    await user.click(within(dialog).getByRole('button', { name: '15 minuten tonen' }));
    expect(await screen.findByText('Hanneke')).toBeTruthy();
    expect(screen.getByRole('timer').textContent).toMatch(/Nog 1[45]:\d\d minuten/);
    const sent = server.calls.find(({ method }) => method === 'POST');
    expect(sent?.body).toMatchObject({ table: 'applications', row_ids: null, reason: 'fault' });
  });

  test('open one by one, with what refers to them, and messages stay closed', async () => {
    await open('/admin/data-viewer?table=applications&row=9371');
    const sheet = await screen.findByRole('dialog', { name: 'Aanmeldingen 9371' });
    const back = await within(sheet).findByRole('link', { name: 'Gesprekken' });
    expect(back.getAttribute('href')).toContain('filter.about_id=9371');
    await waitFor(() => expect(within(sheet).getByText('blijft altijd dicht')).toBeTruthy());
  });
});

describe('from row to row', () => {
  const stored = (id: string) => ({ ...row(false), id, values: { ...row(false).values, id: Number(id) } });

  /** Three pages of two rows each, the newest first. */
  const PAGES: Readonly<Record<string, readonly [string[], string | null]>> = {
    '': [['16', '15'], '[15]'],
    '[15]': [['14', '13'], '[13]'],
    '[13]': [['12', '11'], null],
  };

  function paged(): FakeServer {
    const server = start();
    server.answer(`${API}/applications`, ({ address }) => {
      const asked = new URLSearchParams(address.split('?')[1]).get('page[after]') ?? '';
      const [ids, after] = PAGES[asked] ?? [[], null];
      const rows = ids.map(stored);
      const attributes = { group: 'matching', columns: COLUMNS, rows, count: 6, has_more: false, after };
      return oneOf(
        wire('data_viewer_tables', 'applications', { ...attributes, sort: '-id', disclosures: [] }),
      );
    });
    for (const id of ['16', '15', '14', '13', '12', '11'])
      server.answer(
        `${API}/applications/${id}`,
        oneOf(
          wire('data_viewer_rows', id, {
            group: 'matching',
            columns: COLUMNS,
            row: stored(id),
            referred_by: [],
            disclosures: [],
          }),
        ),
      );
    return server;
  }

  const sheetOf = (id: string) => screen.findByRole('dialog', { name: `Aanmeldingen ${id}` });
  const isOff = (name: RegExp) =>
    screen.getByRole('button', { name }).getAttribute('aria-disabled') === 'true';

  test('one goes by button and by key, and on to the next page and back', async () => {
    const { router } = await open('/admin/data-viewer?table=applications&row=16', paged());
    const user = userEvent.setup();
    const sheet = await sheetOf('16');
    await within(sheet).findByText('1 van 2 op deze pagina');
    expect(isOff(/^Vorige rij/)).toBe(true);
    await user.click(screen.getByRole('button', { name: /^Volgende rij/ }));
    expect(await within(await sheetOf('15')).findByText('2 van 2 op deze pagina')).toBeTruthy();

    await user.keyboard('j');
    await within(await sheetOf('14')).findByText('1 van 2 op deze pagina');
    const second = new URLSearchParams(router.state.location.search);
    expect([second.get('after'), second.get('page')]).toEqual(['[15]', '2']);

    await user.keyboard('k');
    await within(await sheetOf('15')).findByText('2 van 2 op deze pagina');
    expect(router.state.location.search).not.toContain('after');
    // Back closes the row, however many were looked at.
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
  });

  test('an address in the middle of the list finds the page before it; the last row has none after it', async () => {
    const { router } = await open(
      '/admin/data-viewer?table=applications&filter.stage_eq=in_contact&after=[13]&page=3&row=12',
      paged(),
    );
    const user = userEvent.setup();
    await within(await sheetOf('12')).findByText('1 van 2 op deze pagina');
    await user.keyboard('k');
    await within(await sheetOf('13')).findByText('2 van 2 op deze pagina');
    const query = new URLSearchParams(router.state.location.search);
    expect([query.get('after'), query.get('page')]).toEqual(['[15]', '2']);
    await user.keyboard('j');
    await within(await sheetOf('12')).findByText('1 van 2 op deze pagina');
    await user.keyboard('j');
    await within(await sheetOf('11')).findByText('2 van 2 op deze pagina');
    expect(isOff(/^Volgende rij/)).toBe(true);
    await user.keyboard('j');
    expect(await sheetOf('11')).toBeTruthy();
  });

  test('a row that stands on another page has none before and after it', async () => {
    await open('/admin/data-viewer?table=applications&row=11', paged());
    await sheetOf('11');
    await screen.findAllByText('16');
    expect(isOff(/^Vorige rij/)).toBe(true);
    expect(isOff(/^Volgende rij/)).toBe(true);
  });
});
