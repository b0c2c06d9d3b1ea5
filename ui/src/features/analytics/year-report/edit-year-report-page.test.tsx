// Texts and goals of a year: in both languages, saved against the version that was read, errors at their fields.
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { readDraft } from '../../../lib/unsaved/drafts.ts';
import { hasUnsaved } from '../../../lib/unsaved/unsaved.ts';
import { type FakeServer, fakeServer } from '../../../testing/fake-server.ts';
import { render } from '../../../testing/render.tsx';
import { yearReportAnswer, yearReportTexts } from '../../../testing/year-report.ts';

const REPORT = '/api/v1/analytics/year_report';
const TEXTS = '/api/v1/year_reports/12';
const PATH = '/analytics/year-report/edit?year=2025';
const DRAFT = 'year-report/1/2025';

const start = (parts: object = {}): FakeServer =>
  fakeServer({
    [REPORT]: yearReportAnswer(parts),
    [TEXTS]: yearReportTexts(),
    [`PATCH ${TEXTS}`]: yearReportTexts(),
    'POST /api/v1/year_reports': yearReportTexts(),
  });

const open = (server: FakeServer) => render(PATH, { as: 'coordinator', server });

const field = (name: string) => screen.findByLabelText(new RegExp(`^${name}`));

const sent = ({ calls }: FakeServer, method: string) => {
  const call = calls.findLast((each) => each.method === method);
  const body = call?.body as { data: { attributes: Record<string, unknown> } } | undefined;
  return { call, attributes: body?.data.attributes };
};

const save = () => userEvent.click(screen.getByRole('button', { name: 'Teksten opslaan' }));

describe('the form', () => {
  test('begins with what is stored, in both languages, and says what an empty field becomes', async () => {
    await open(start());
    await screen.findByRole('heading', { level: 1, name: 'Teksten van het jaarverslag 2025' });
    expect(((await field('Ontvanger \\(Nederlands')) as HTMLInputElement).value).toBe(
      'de gemeente Lindewaard',
    );
    expect(((await field('Ontvanger \\(Engels')) as HTMLInputElement).value).toBe('');
    expect(screen.getByText('Nu staat er: ‘Samen gaven inwoners 42.600 uur aan elkaar.’')).toBeTruthy();
    const goals = within(screen.getByRole('region', { name: 'Doelen' }));
    expect(goals.getAllByRole('group').map(({ textContent }) => textContent?.slice(0, 6))).toEqual([
      'Doel 1',
      'Doel 2',
    ]);
    expect(
      goals.getAllByLabelText(/^Afgesproken aantal/).map((each) => (each as HTMLInputElement).value),
    ).toEqual(['850', '4,5']);
  });

  test('saves all of it against the version that was read, and shows the paper', async () => {
    const server = start();
    await open(server);
    const intro = await field('Inleiding \\(Nederlands');
    await userEvent.type(intro, 'Een mooi jaar.');
    expect(screen.queryByText(/^Nu staat er: ‘Samen/)).toBeNull();
    await userEvent.type(await field('Inleiding \\(Engels'), 'A good year.');
    await userEvent.click(screen.getByRole('button', { name: 'Doel 1 verwijderen' }));
    await userEvent.click(screen.getByRole('button', { name: 'Verhaal toevoegen' }));
    const story = within(screen.getByRole('group', { name: 'Verhaal 2' }));
    await userEvent.type(story.getByLabelText(/^Wat iemand zegt \(Engels/), 'I learned to cook.');
    await save();
    await screen.findByRole('article', { name: 'Bladzijde 1' });
    expect(location.pathname + location.search).toBe('/analytics/year-report?year=2025');
    expect(await screen.findByText('De teksten zijn opgeslagen')).toBeTruthy();
    const { call, attributes } = sent(server, 'PATCH');
    expect(call?.headers.get('If-Match')).toBe('"5"');
    expect(attributes).toEqual({
      recipient_nl: 'de gemeente Lindewaard',
      recipient_en: null,
      intro_nl: 'Een mooi jaar.',
      intro_en: 'A good year.',
      setbacks_nl: '321 mensen kregen geen antwoord.',
      setbacks_en: null,
      demand_nl: null,
      demand_en: null,
      goals: [{ measure: 'days_to_answer', target: 4.5 }],
      stories: [
        { quote_nl: 'Ik leer koken.', quote_en: null, by_nl: 'Joke', by_en: null },
        { quote_nl: null, quote_en: 'I learned to cook.', by_nl: null, by_en: null },
      ],
    });
    expect(hasUnsaved.value).toBe(false);
    expect(readDraft(DRAFT)).toBeNull();
  });

  test('makes the row of a year with its first texts', async () => {
    const server = start({ report_id: null });
    await open(server);
    await userEvent.click(await screen.findByRole('button', { name: 'Doel toevoegen' }));
    await userEvent.selectOptions(screen.getByLabelText(/^Waarvoor/), 'Uren');
    await userEvent.type(screen.getByLabelText(/^Afgesproken aantal/), '40000');
    await save();
    await screen.findByRole('article', { name: 'Bladzijde 1' });
    const { attributes } = sent(server, 'POST');
    expect(attributes).toMatchObject({
      year: 2025,
      goals: [{ measure: 'hours', target: 40000 }],
      stories: [],
    });
  });

  test('keeps what was typed on this device, and warns before it is left', async () => {
    const server = start();
    await open(server);
    await userEvent.type(await field('Inleiding \\(Nederlands'), 'Een mooi jaar.');
    expect(hasUnsaved.value).toBe(true);
    expect(readDraft<Record<string, string>>(DRAFT)?.introNl).toBe('Een mooi jaar.');
    await open(server);
    expect(((await field('Inleiding \\(Nederlands')) as HTMLInputElement).value).toBe('Een mooi jaar.');
  });
});

describe('what is wrong', () => {
  test('is said at its field before anything is sent', async () => {
    const server = start();
    await open(server);
    await userEvent.click(await screen.findByRole('button', { name: 'Verhaal toevoegen' }));
    await userEvent.type(
      within(screen.getByRole('group', { name: 'Verhaal 2' })).getByLabelText(/^Wie het zegt \(Nederlands/),
      'Wim',
    );
    const [, second] = screen.getAllByLabelText(/^Waarvoor/);
    await userEvent.selectOptions(second as HTMLElement, 'Mensen begonnen');
    await userEvent.click(screen.getByRole('button', { name: 'Doel toevoegen' }));
    await userEvent.selectOptions(screen.getAllByLabelText(/^Waarvoor/)[2] as HTMLElement, 'Uren');
    await save();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Vul in wat deze persoon zegt, in minstens één taal.');
    expect(alert.textContent).toContain('Dit doel staat er al in. Kies een ander.');
    expect(alert.textContent).toContain('Vul een aantal in.');
    expect(screen.getAllByLabelText(/^Waarvoor/)[1]?.getAttribute('aria-invalid')).toBe('true');
    expect(sent(server, 'PATCH').call).toBeUndefined();
  });

  test('stands at the field that the server refuses', async () => {
    const server = start();
    server.answer(`PATCH ${TEXTS}`, {
      status: 422,
      document: {
        errors: [
          {
            status: '422',
            code: 'too_long',
            title: 'Te lang',
            detail: 'Dit is te lang.',
            source: { pointer: '/data/attributes/stories/0/quote_nl' },
          },
        ],
      },
    });
    await open(server);
    const quote = await field('Wat iemand zegt \\(Nederlands');
    await save();
    await waitFor(() => expect(quote.getAttribute('aria-invalid')).toBe('true'));
    expect(location.pathname).toBe('/analytics/year-report/edit');
  });

  test('is what a colleague saved in between: theirs can be loaded', async () => {
    const server = start();
    server.answer(`PATCH ${TEXTS}`, {
      status: 412,
      document: { errors: [{ status: '412', code: 'stale_resource', title: 'Verouderd' }] },
    });
    await open(server);
    await userEvent.type(await field('Inleiding \\(Nederlands'), 'Van mij.');
    await save();
    await screen.findByText(/Wat jij typte, staat er nog/);
    expect(((await field('Inleiding \\(Nederlands')) as HTMLInputElement).value).toBe('Van mij.');
    server.answer(TEXTS, yearReportTexts({ intro_nl: 'Van een collega.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Nieuwste versie laden' }));
    await waitFor(async () =>
      expect(((await field('Inleiding \\(Nederlands')) as HTMLInputElement).value).toBe('Van een collega.'),
    );
    expect(readDraft(DRAFT)).toBeNull();
  });
});

test('texts of another centre that has none are not to be written', async () => {
  const server = start({ report_id: null, is_editable: false });
  await open(server);
  expect(await screen.findByRole('heading', { level: 1, name: 'Geen toegang' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Teksten opslaan' })).toBeNull();
});
