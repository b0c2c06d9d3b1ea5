// The paper of a yearly report: what stands on it, another year, the file, and when there is nothing yet.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { pageTitle } from '../../../lib/navigation/head.ts';
import { analyticsAnswer, KEY_NUMBERS } from '../../../testing/analytics.ts';
import { type FakeServer, fakeServer, listOf, wire } from '../../../testing/fake-server.ts';
import type { Person } from '../../../testing/people.ts';
import { render } from '../../../testing/render.tsx';
import { yearReportAnswer } from '../../../testing/year-report.ts';

const REPORT = '/api/v1/analytics/year_report';
const PATH = '/analytics/year-report';

const start = (parts: object = {}): FakeServer => fakeServer({ [REPORT]: yearReportAnswer(parts) });

const open = (address = PATH, server = start(), as: Exclude<Person, 'visitor'> = 'coordinator') =>
  render(address, { as, server });

const asked = ({ calls }: FakeServer) =>
  calls.filter(({ address }) => address.startsWith(REPORT)).map(({ address }) => address);

const sheet = (number: number) => screen.findByRole('article', { name: `Bladzijde ${number}` });

describe('the paper', () => {
  test('has the year, the centre and for whom it is, on each sheet', async () => {
    await open();
    await screen.findByRole('heading', { level: 1, name: 'Jaarverslag 2025 van Lindewaard' });
    expect(pageTitle.value).toBe('Jaarverslag 2025 van Lindewaard');
    for (const number of [1, 2]) {
      const text = (await sheet(number)).textContent;
      expect(text).toContain('Voor de gemeente Lindewaard');
      expect(text).toContain('Lindewaard, Marktplein 4');
    }
    expect(screen.getByRole('heading', { level: 2 }).textContent).toBe(
      '884 mensen vonden een plek om te helpen.',
    );
  });

  test('says how the year went: numbers, months, goals in words', async () => {
    await open();
    const first = within(await sheet(1));
    const numbers = first.getByRole('region', { name: 'In het kort' });
    expect(numbers.textContent).toContain('2.214aanmeldingen');
    expect(within(numbers).queryAllByRole('link')).toEqual([]);
    expect(first.getByRole('region', { name: 'Aanmeldingen per maand' })).toBeTruthy();
    const goals = first.getByRole('table', { name: 'Wat we hadden afgesproken' });
    const rows = within(goals).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Mensen begonnen850884Gehaald',
      'Antwoord binnen4 dagen4,5 dagenBijna',
      'Mensen onder de 27200160Niet gehaald',
    ]);
    expect(within(goals).getByRole('columnheader', { name: 'Geworden' })).toBeTruthy();
  });

  test('has stories as quotes, what did not work in paragraphs, and how was counted', async () => {
    await open();
    const second = within(await sheet(2));
    const quote = second.getByRole('blockquote');
    expect(quote.textContent).toBe('‘Zij leert Nederlands, ik leer koken.’Joke, taalmaatje');
    const setbacks = second.getByRole('region', { name: 'Wat niet lukte' });
    expect([...setbacks.querySelectorAll('p')].map(({ textContent }) => textContent)).toEqual([
      '321 mensen kregen geen antwoord.',
      'Jongeren vinden ons te weinig.',
    ]);
    expect(second.getByRole('region', { name: 'Hier is vraag naar' }).textContent).toContain('gitaar');
    expect(second.getByRole('region', { name: 'Zo is geteld' }).querySelectorAll('p')).toHaveLength(2);
  });

  test('keeps the table of a figure behind a button, and has no file of it', async () => {
    await open();
    const figure = within(await screen.findByRole('region', { name: 'Aanmeldingen per maand' }));
    expect(figure.queryByRole('table')).toBeNull();
    await userEvent.click(figure.getByRole('button', { name: 'Als tabel bekijken' }));
    expect(figure.getByRole('table')).toBeTruthy();
    expect(figure.queryByRole('button', { name: /Downloaden/ })).toBeNull();
  });

  test('leaves out what nobody wrote', async () => {
    await open(PATH, start({ goals: [], stories: [], setbacks: null, demand: null, recipient: null }));
    await sheet(2);
    for (const name of ['Wat we hadden afgesproken', 'Verhalen', 'Wat niet lukte', 'Hier is vraag naar'])
      expect(screen.queryByRole('region', { name })).toBeNull();
    expect(screen.queryByText(/^Voor/)).toBeNull();
  });

  test('of a year that is not over says so, and what came of a goal so far', async () => {
    const goals = [
      { measure: 'started', label: 'Mensen begonnen', target: '850', reached: '310', state: 'running' },
    ];
    await open(PATH, start({ year: 2026, is_running: true, goals }));
    expect((await sheet(1)).textContent).toContain('2026 is nog niet voorbij.');
    expect(screen.getByRole('columnheader', { name: 'Tot nu toe' })).toBeTruthy();
    expect(screen.getByText('Loopt nog')).toBeTruthy();
  });
});

describe('what is asked', () => {
  test('is the chosen year, which stands in the address', async () => {
    const server = start();
    server.answer(`${REPORT}?year=2024`, yearReportAnswer({ year: 2024, title: 'Een jaar eerder.' }));
    await open(PATH, server);
    const year = await screen.findByLabelText('Jaar');
    expect((year as HTMLSelectElement).value).toBe('2025');
    await userEvent.selectOptions(year, '2024');
    expect(location.search).toBe('?year=2024');
    expect(await screen.findByRole('heading', { level: 2, name: 'Een jaar eerder.' })).toBeTruthy();
    expect(asked(server)).toEqual([REPORT, `${REPORT}?year=2024`]);
    expect(screen.getByRole('link', { name: 'Teksten aanpassen' }).getAttribute('href')).toBe(
      '/analytics/year-report/edit?year=2024',
    );
  });

  test('is of another centre for who has more than one, whose first texts are not theirs to write', async () => {
    const server = start();
    server.answer(
      '/api/v1/volunteer_centers',
      listOf(
        ['Lindewaard', 'Veldhaven'].map((name, at) => wire('volunteer_centers', String(at + 1), { name })),
      ),
    );
    server.answer(
      `${REPORT}?center_id=2`,
      yearReportAnswer({
        center: { id: '2', name: 'Veldhaven', address: null, phone_number: null },
        report_id: null,
        is_editable: false,
      }),
    );
    await open(PATH, server, 'admin');
    await userEvent.selectOptions(await screen.findByLabelText('Vrijwilligerspunt'), 'Veldhaven');
    expect(location.search).toBe('?center=2');
    await screen.findByRole('heading', { level: 1, name: 'Jaarverslag 2025 van Veldhaven' });
    expect(asked(server).at(-1)).toBe(`${REPORT}?center_id=2`);
    expect(screen.queryByRole('link', { name: 'Teksten aanpassen' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Cijfers' }).getAttribute('href')).toBe('/analytics?center=2');
  });

  test('a year without a report leads to the last one', async () => {
    const server = start();
    server.answer(`${REPORT}?year=1999`, {
      status: 422,
      document: { errors: [{ status: '422', code: 'unknown', title: 'Onbekend' }] },
    });
    await open(`${PATH}?year=1999`, server);
    await userEvent.click(await screen.findByRole('link', { name: 'Laatste verslag bekijken' }));
    expect(await sheet(1)).toBeTruthy();
    expect(location.search).toBe('');
  });

  test('is nothing of who may not see it', async () => {
    const server = start();
    await open(PATH, server, 'organization');
    expect(await screen.findByRole('heading', { level: 1 })).toBeTruthy();
    expect(asked(server)).toEqual([]);
  });

  test('what failed can be tried again', async () => {
    const server = start();
    server.answer(REPORT, { status: 500, document: {} });
    await open(PATH, server);
    const again = await screen.findByRole('button', { name: 'Opnieuw proberen' });
    server.answer(REPORT, yearReportAnswer());
    await userEvent.click(again);
    expect(await sheet(1)).toBeTruthy();
  });
});

describe('on paper', () => {
  test('comes as a PDF of the year that is shown; the button waits for it', async () => {
    const saved: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => {} }));
    const server = start();
    let give: () => void = () => {};
    const made = new Promise<void>((resolve) => {
      give = resolve;
    });
    server.answer(`${REPORT}/pdf`, async () => {
      await made;
      return {
        document: {},
        headers: { 'Content-Disposition': 'attachment; filename="jaarverslag-2025.pdf"' },
      };
    });
    await open(PATH, server);
    const button = await screen.findByRole('button', { name: 'Jaarverslag 2025 als PDF downloaden' });
    await userEvent.click(button);
    expect(button.getAttribute('aria-busy')).toBe('true');
    give();
    await waitFor(() => expect(saved).toEqual(['jaarverslag-2025.pdf']));
    expect(button.getAttribute('aria-busy')).toBeNull();
    expect(asked(server).at(-1)).toBe(`${REPORT}/pdf?year=2025`);
    server.answer(`${REPORT}/pdf`, { status: 500, document: {} });
    await userEvent.click(button);
    expect(await screen.findByText('De pdf is niet gelukt')).toBeTruthy();
    click.mockRestore();
  });

  test('is printed as it stands', async () => {
    const print = vi.fn();
    vi.stubGlobal('print', print);
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Printen' }));
    expect(print).toHaveBeenCalledOnce();
  });
});

describe('the first time', () => {
  test('says how to begin where nothing was counted', async () => {
    const none = KEY_NUMBERS.map((number) => ({ ...number, value: 0, text: '0' }));
    await open(PATH, start({ figures: [], key_numbers: none, report_id: null }));
    expect(await screen.findByRole('heading', { name: 'Er is nog niets om te verslaan' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Vacatures bekijken' }).getAttribute('href')).toBe('/vacancies');
    expect(screen.getByRole('link', { name: 'Doelen invullen' }).getAttribute('href')).toBe(
      '/analytics/year-report/edit?year=2025',
    );
    expect(screen.queryByRole('button', { name: /PDF/ })).toBeNull();
  });

  test('tells who wrote no texts that they can', async () => {
    await open(PATH, start({ report_id: null }));
    expect(await screen.findByText(/Dit verslag is gemaakt uit de cijfers/)).toBeTruthy();
  });

  test('is silent once there are texts', async () => {
    await open();
    await sheet(1);
    expect(screen.queryByText(/Dit verslag is gemaakt uit de cijfers/)).toBeNull();
  });
});

test('the figures lead to it, for the centre that they are of', async () => {
  const server = start();
  server.answer('/api/v1/analytics/overview', analyticsAnswer('overview'));
  await open('/analytics?center=2', server, 'admin');
  const link = (await screen.findAllByRole('link', { name: 'Jaarverslag' })).find(({ className }) =>
    className.includes('button'),
  );
  expect(link?.getAttribute('href')).toBe('/analytics/year-report?center=2');
});

test('an organisation has its figures and no yearly report', async () => {
  const server = start();
  server.answer('/api/v1/analytics/overview', analyticsAnswer('overview', { is_own: true }));
  await open('/analytics', server, 'organization');
  await screen.findByRole('region', { name: 'Aanmeldingen per maand' });
  expect(screen.queryByRole('link', { name: 'Jaarverslag' })).toBeNull();
});
