// The screen of figures: what the address says, each figure with its table and file, and when there is nothing to show.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { pageTitle } from '../../lib/navigation/head.ts';
import {
  ALL_TABS,
  analyticsAnswer,
  KEY_NUMBERS,
  ORGANIZATIONS,
  PER_MONTH,
  WITHOUT_RESULT,
} from '../../testing/analytics.ts';
import { type FakeServer, fakeServer, listOf, wire } from '../../testing/fake-server.ts';
import type { Person } from '../../testing/people.ts';
import { render } from '../../testing/render.tsx';

const ANALYTICS = '/api/v1/analytics';
const MISSING = {
  status: 403,
  document: { errors: [{ status: '403', code: 'forbidden', title: 'Geen rechten' }] },
};

function start(): FakeServer {
  return fakeServer({
    [`${ANALYTICS}/overview`]: analyticsAnswer('overview'),
    [`${ANALYTICS}/applications`]: analyticsAnswer('applications', { key_numbers: [], figures: [PER_MONTH] }),
    [`${ANALYTICS}/organizations`]: analyticsAnswer('organizations', {
      key_numbers: [],
      figures: [ORGANIZATIONS],
    }),
    '/api/v1/organizations': listOf([wire('organizations', '4', { name: 'Taalhuis' })]),
    '/api/v1/taxonomies/activity_types': listOf([
      wire('taxonomies', '3', {
        key: 'taal',
        name_nl: 'Taal en leren',
        name_en: 'Language',
        archived: false,
      }),
    ]),
  });
}

const open = (address: string, server = start(), as: Exclude<Person, 'visitor'> = 'coordinator') =>
  render(address, { as, server });

const asked = ({ calls }: FakeServer, tab: string) =>
  calls.filter(({ address }) => address.startsWith(`${ANALYTICS}/${tab}`)).map(({ address }) => address);

const card = (name: string) => screen.findByRole('region', { name });

describe('the screen', () => {
  test('is named after the product, and says of which days the figures are', async () => {
    await open('/analytics');
    expect(await screen.findByRole('heading', { level: 1, name: 'Cijfers' })).toBeTruthy();
    expect(pageTitle.value).toBe('Voluntr Analytics');
    const days = await screen.findByText(/1 januari tot en met 23 november 2026/);
    expect(days.textContent).toContain('vergeleken met 1 januari tot en met 31 december 2025');
    expect(screen.getByText(/Bijgewerkt op 23 november 2026/)).toBeTruthy();
    const menu = screen.getByRole('navigation', { name: 'Hoofdmenu' });
    expect(within(menu).getByRole('link', { name: 'Cijfers' }).getAttribute('href')).toBe('/analytics');
  });

  test('has the tabs that may be opened, each an address', async () => {
    await open('/analytics?period=2025');
    const tabs = within(await screen.findByRole('navigation', { name: 'Onderwerp' }));
    expect(tabs.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Overzicht', '/analytics?period=2025'],
      ['Aanmeldingen', '/analytics?tab=applications&period=2025'],
      ['Organisaties', '/analytics/index-2?period=2025'],
      ['Zoeken', '/analytics?tab=searches&period=2025'],
    ]);
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Overzicht');
    await userEvent.click(tabs.getByRole('link', { name: 'Organisaties' }));
    await screen.findByRole('heading', { level: 1, name: 'Cijfers per organisatie' });
    expect(location.pathname + location.search).toBe('/analytics/index-2?period=2025');
  });

  test('is refused to who has no right to it', async () => {
    const server = start();
    await open('/analytics', server, 'volunteer');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Cijfers' })).toBeNull();
    expect(asked(server, 'overview')).toEqual([]);
  });
});

describe('what is asked', () => {
  test('follows the choices, which stand in the address', async () => {
    const server = start();
    await open('/analytics', server);
    const period = await screen.findByRole('combobox', { name: 'Periode' });
    expect((period as HTMLSelectElement).value).toBe('2026');
    expect(within(period).getByRole('group', { name: 'Kwartalen' }).textContent).toBe('4e kwartaal 2026');
    await userEvent.selectOptions(period, 'november 2026');
    await userEvent.selectOptions(screen.getByLabelText('Vergelijken met'), 'Niet vergelijken');
    await userEvent.selectOptions(await screen.findByLabelText('Thema'), 'Taal en leren');
    expect(location.search).toBe('?period=2026-11&compare=none&theme=3');
    await waitFor(() =>
      expect(asked(server, 'overview').at(-1)).toBe(
        `${ANALYTICS}/overview?compare=none&period=2026-11&theme_id=3`,
      ),
    );
    await userEvent.selectOptions(await screen.findByLabelText('Organisatie'), 'Taalhuis');
    expect(location.search).toBe('?period=2026-11&compare=none&organization=4');
    expect((screen.getByLabelText('Thema') as HTMLSelectElement).value).toBe('');
    expect(screen.queryByLabelText('Vrijwilligerspunt')).toBeNull();
  });

  test('is of another centre for who has more than one', async () => {
    const server = start();
    const centers = [
      { id: '1', name: 'Lindewaard' },
      { id: '2', name: 'Veldhaven' },
    ];
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview', { centers }));
    server.answer(
      `${ANALYTICS}/overview?center_id=2`,
      analyticsAnswer('overview', { centers, center_id: '2' }),
    );
    await open('/analytics?theme=3', server, 'admin');
    const center = await screen.findByLabelText('Vrijwilligerspunt');
    expect((center as HTMLSelectElement).value).toBe('1');
    await userEvent.selectOptions(center, 'Veldhaven');
    expect(location.search).toBe('?center=2');
    await waitFor(() => expect(asked(server, 'overview').at(-1)).toBe(`${ANALYTICS}/overview?center_id=2`));
    // They are of the centre that one works for.
    expect(screen.queryByLabelText('Thema')).toBeNull();
  });

  test('is not narrowed by an organisation, which has its own figures alone', async () => {
    const server = start();
    server.answer(
      `${ANALYTICS}/overview`,
      analyticsAnswer('overview', { is_own: true, organization_id: '1', tabs: ['overview', 'applications'] }),
    );
    await open('/analytics', server, 'organization');
    await screen.findByLabelText('Periode');
    expect(screen.queryByLabelText('Thema')).toBeNull();
    expect(screen.queryByLabelText('Organisatie')).toBeNull();
    expect(within(screen.getByRole('navigation', { name: 'Onderwerp' })).getAllByRole('link')).toHaveLength(
      2,
    );
  });

  test('is of a theme or an organisation where there are such figures alone', async () => {
    const server = start();
    await open('/analytics/index-2?theme=3&organization=4', server);
    await card('Alle organisaties');
    expect(asked(server, 'organizations')).toEqual([`${ANALYTICS}/organizations`]);
    expect(screen.queryByLabelText('Thema')).toBeNull();
    expect(screen.queryByLabelText('Organisatie')).toBeNull();
  });

  test('is the website for who writes for it alone', async () => {
    const server = start();
    server.answer(`${ANALYTICS}/overview`, MISSING);
    server.answer(`${ANALYTICS}/content`, analyticsAnswer('content', { tabs: ['searches', 'content'] }));
    await open('/analytics', server);
    await card('Aanmeldingen per maand');
    const tabs = within(screen.getByRole('navigation', { name: 'Onderwerp' }));
    expect(tabs.getByRole('link', { current: 'page' }).textContent).toBe('Website');
  });
});

describe('key numbers', () => {
  test('say in words how they moved, and lead to what explains them', async () => {
    await open('/analytics');
    const numbers = await screen.findByRole('region', { name: 'In het kort' });
    const [all, wait, started] = [...numbers.querySelectorAll('.key-number')].map((each) => each.textContent);
    expect(all).toBe('2.214aanmeldingenHoger dan toen. 2025: 1.946');
    expect(wait).toBe('3,1dagen tot antwoordLager dan toen. Dat is beter. 2025: 4,6');
    expect(started).toBe('< 5mensen begonnen');
    expect(
      within(numbers)
        .getByRole('link', { name: /^2.214/ })
        .getAttribute('href'),
    ).toBe('/analytics?tab=applications');
  });

  test('lead nowhere that may not be opened', async () => {
    const server = start();
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview', { tabs: ['overview'] }));
    await open('/analytics', server);
    const numbers = await screen.findByRole('region', { name: 'In het kort' });
    expect(within(numbers).queryAllByRole('link')).toEqual([]);
    expect(screen.queryByRole('navigation', { name: 'Onderwerp' })).toBeNull();
  });
});

describe('a figure', () => {
  test('marks words of its finding and nothing else', async () => {
    await open('/analytics');
    const figure = await card('Aanmeldingen per maand');
    const finding = figure.querySelector('.finding');
    expect(finding?.querySelector('strong')?.textContent).toBe('14 % meer');
    expect(finding?.querySelector('b')).toBeNull();
    expect(finding?.textContent).toBe('14 % meer dan vorig jaar, <b>zonder opmaak</b>.');
  });

  test('has its chart in each width, the largest first, and its table behind a button', async () => {
    await open('/analytics');
    const figure = await card('Aanmeldingen per maand');
    expect([...figure.querySelectorAll('.figure-chart')].map(({ className }) => className)).toEqual([
      'figure-chart is-460',
      'figure-chart is-320',
    ]);
    expect(figure.querySelector('svg[aria-label="Grafiek van 320"]')).toBeTruthy();
    expect(within(figure).queryByRole('table')).toBeNull();
    const button = within(figure).getByRole('button', { name: 'Als tabel bekijken' });
    expect(button.getAttribute('aria-expanded')).toBe('false');
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    const table = within(figure).getByRole('table', { name: 'Aanmeldingen per maand' });
    expect(within(table).getByRole('rowheader', { name: 'Januari' })).toBeTruthy();
    expect(within(table).getByRole('cell', { name: '< 5' }).getAttribute('data-label')).toBe('2026');
    expect(figure.textContent).toContain('Groepen kleiner dan 5 tonen we niet.');
    expect(figure.textContent).toContain('November is nog bezig.');
  });

  test('without a chart is its table; words without a result lead to organisations', async () => {
    await open('/analytics');
    const figure = await card('Gezocht, niet gevonden');
    expect(within(figure).getByRole('table')).toBeTruthy();
    expect(within(figure).queryByRole('button', { name: 'Als tabel bekijken' })).toBeNull();
    expect(figure.textContent).not.toContain('Groepen kleiner dan 5');
    const link = within(figure).getByRole('link', { name: 'Organisatie zoeken voor fietsen & wandelen' });
    expect(link.getAttribute('href')).toBe('/organizations?q=fietsen%20%26%20wandelen');
  });

  test('without rows is its finding', async () => {
    const server = start();
    const figures = [PER_MONTH, { ...WITHOUT_RESULT, finding: 'Geen woord is vijf keer gezocht.', rows: [] }];
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview', { figures }));
    await open('/analytics', server);
    const figure = await card('Gezocht, niet gevonden');
    expect(figure.textContent).toContain('Geen woord is vijf keer gezocht.');
    expect(within(figure).queryByRole('table')).toBeNull();
  });

  test('comes as a file of the same choice', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
    const server = start();
    const file = `${ANALYTICS}/overview/applications_by_month`;
    server.answer(file, {
      document: {},
      headers: { 'Content-Disposition': 'attachment; filename="aanmeldingen.csv"' },
    });
    await open('/analytics?period=2025&compare=none', server);
    const figure = await card('Aanmeldingen per maand');
    const button = within(figure).getByRole('button', { name: 'Downloaden: Aanmeldingen per maand' });
    await userEvent.click(button);
    await userEvent.click(within(figure).getByRole('menuitem', { name: 'Tekst (csv)' }));
    await waitFor(() => expect(saved).toEqual(['aanmeldingen.csv']));
    expect(asked(server, 'overview/').at(-1)).toBe(`${file}?compare=none&format=csv&period=2025`);
    server.answer(file, { status: 500, document: {} });
    await userEvent.click(button);
    await userEvent.click(within(figure).getByRole('menuitem', { name: 'Excel (xlsx)' }));
    expect(await screen.findByText('Downloaden is niet gelukt')).toBeTruthy();
    click.mockRestore();
  });
});

describe('the organisations', () => {
  const names = (table: HTMLElement) =>
    within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);

  test('are sorted by a press on a head, in the address', async () => {
    await open('/analytics/index-2');
    const table = await screen.findByRole('table', { name: 'Alle organisaties' });
    expect(names(table).slice(0, 3)).toEqual(['Taalhuis', 'bibliotheek', 'Harmonie']);
    expect(names(table)).toHaveLength(20);
    await userEvent.click(within(table).getByRole('button', { name: 'Beantwoord' }));
    expect(location.search).toBe('?sort=-answered');
    expect(names(table).slice(0, 3)).toEqual(['bibliotheek', 'Taalhuis', 'Organisatie 20']);
    const head = within(table).getByRole('columnheader', { name: 'Beantwoord' });
    expect(head.getAttribute('aria-sort')).toBe('descending');
    await userEvent.click(within(table).getByRole('button', { name: 'Beantwoord' }));
    expect(names(table)[0]).toBe('Organisatie 1');
    await userEvent.click(within(table).getByRole('button', { name: 'Organisatie' }));
    expect(names(table).slice(0, 2)).toEqual(['bibliotheek', 'Harmonie']);
  });

  test('come twenty a page, with how fast they answer in words', async () => {
    await open('/analytics/index-2?sort=-answered');
    const figure = await card('Alle organisaties');
    expect(figure.textContent).toContain('1 tot en met 20 van 23');
    expect(within(figure).getAllByText('Snel', { selector: '.status-badge' })).toHaveLength(2);
    expect(within(figure).getByRole('link', { name: 'Taalhuis' }).getAttribute('href')).toBe(
      '/organizations/4',
    );
    await userEvent.click(within(figure).getByRole('link', { name: 'Pagina 2' }));
    expect(location.search).toBe('?sort=-answered&page=2');
    expect(names(within(figure).getByRole('table'))).toEqual(['Organisatie 2', 'Organisatie 1', 'Harmonie']);
  });
});

describe('when there is nothing to show', () => {
  test('a new centre reads when there will be', async () => {
    const server = start();
    const none = KEY_NUMBERS.map((number) => ({ ...number, value: 0, text: '0' }));
    const rows = PER_MONTH.rows.map(({ cells }) => ({
      cells: cells.map((each) => ({ ...each, value: null, is_hidden: false })),
    }));
    server.answer(
      `${ANALYTICS}/overview`,
      analyticsAnswer('overview', { figures: [{ ...PER_MONTH, rows }], key_numbers: none }),
    );
    await open('/analytics', server);
    expect(await screen.findByRole('heading', { name: 'Er zijn nog geen cijfers' })).toBeTruthy();
    expect(screen.getByText(/binnen 10 minuten de eerste cijfers/)).toBeTruthy();
    expect(screen.getByLabelText('Periode')).toBeTruthy();
  });

  test('a centre that was never counted reads so too', async () => {
    const server = start();
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview', { updated_at: null }));
    await open('/analytics', server);
    expect(await screen.findByRole('heading', { name: 'Er zijn nog geen cijfers' })).toBeTruthy();
  });

  test('what is too small to be shown is something', async () => {
    const server = start();
    const parts = { figures: [], key_numbers: KEY_NUMBERS.slice(2) };
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview', parts));
    await open('/analytics', server);
    const numbers = await screen.findByRole('region', { name: 'In het kort' });
    expect(numbers.textContent).toBe('< 5mensen begonnen');
  });

  test('what failed can be tried again', async () => {
    const server = start();
    server.answer(`${ANALYTICS}/overview`, { status: 500, document: {} });
    await open('/analytics', server);
    const again = await screen.findByRole('button', { name: 'Opnieuw proberen' });
    server.answer(`${ANALYTICS}/overview`, analyticsAnswer('overview'));
    await userEvent.click(again);
    expect(await card('Aanmeldingen per maand')).toBeTruthy();
  });

  test('while they are on their way it says so, and keeps the tabs', async () => {
    const server = start();
    let give: () => void = () => {};
    const later = new Promise<void>((resolve) => {
      give = resolve;
    });
    server.answer(`${ANALYTICS}/searches`, async () => {
      await later;
      return analyticsAnswer('searches', { tabs: ALL_TABS, key_numbers: [] });
    });
    await open('/analytics', server);
    await card('Aanmeldingen per maand');
    await userEvent.click(screen.getByRole('link', { name: 'Zoeken', current: false }));
    expect(screen.getByText('Laden')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Aanmeldingen per maand' })).toBeNull();
    expect(screen.getByRole('navigation', { name: 'Onderwerp' })).toBeTruthy();
    give();
    expect(await card('Gezocht, niet gevonden')).toBeTruthy();
  });

  test('a choice that has no figures leads back to all', async () => {
    const server = start();
    server.answer(`${ANALYTICS}/overview`, ({ address }) =>
      address.includes('theme_id=99')
        ? { status: 422, document: { errors: [{ status: '422', code: 'unknown', title: 'Onbekend' }] } }
        : analyticsAnswer('overview'),
    );
    await open('/analytics?theme=99', server);
    await userEvent.click(await screen.findByRole('link', { name: 'Alle cijfers bekijken' }));
    expect(await card('Aanmeldingen per maand')).toBeTruthy();
    expect(location.search).toBe('');
  });
});
