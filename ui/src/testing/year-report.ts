// A yearly report as the server tells it, for tests: figures, goals in each state, and the texts behind it.
import { KEY_NUMBERS, PER_MONTH, WITHOUT_RESULT } from './analytics.ts';
import { type FakeAnswer, oneOf, wire } from './fake-server.ts';

const goal = (measure: string, label: string, target: string, reached: string, state: string) => ({
  measure,
  label,
  target,
  reached,
  state,
});

export const GOALS = [
  goal('started', 'Mensen begonnen', '850', '884', 'reached'),
  goal('days_to_answer', 'Antwoord binnen', '4 dagen', '4,5 dagen', 'almost'),
  goal('under_27', 'Mensen onder de 27', '200', '160', 'missed'),
];

export const yearReportAnswer = (parts: object = {}): FakeAnswer =>
  oneOf(
    wire('year_report_pages', '2025', {
      year: 2025,
      years: [2026, 2025, 2024],
      is_running: false,
      center: { id: '1', name: 'Lindewaard', address: 'Marktplein 4', phone_number: null },
      recipient: 'de gemeente Lindewaard',
      title: '884 mensen vonden een plek om te helpen.',
      intro: 'Samen gaven inwoners 42.600 uur aan elkaar.',
      key_numbers: KEY_NUMBERS,
      figures: [{ ...PER_MONTH, size: 'full' }, WITHOUT_RESULT],
      goals: GOALS,
      stories: [{ quote: 'Zij leert Nederlands, ik leer koken.', by: 'Joke, taalmaatje' }],
      setbacks: '321 mensen kregen geen antwoord.\n\nJongeren vinden ons te weinig.',
      demand: 'Zwemmen en gitaar worden vaak gezocht.',
      method: ['Geteld van 1 januari tot en met 31 december 2025.', 'Groepen kleiner dan 5 tonen we niet.'],
      report_id: '12',
      is_editable: true,
      ...parts,
    }),
  );

export const yearReportTexts = (parts: object = {}): FakeAnswer => ({
  ...oneOf(
    wire(
      'year_reports',
      '12',
      {
        year: 2025,
        volunteer_center_id: '1',
        recipient_nl: 'de gemeente Lindewaard',
        recipient_en: null,
        intro_nl: null,
        intro_en: null,
        setbacks_nl: '321 mensen kregen geen antwoord.',
        setbacks_en: null,
        demand_nl: null,
        demand_en: null,
        goals: [
          { measure: 'started', target: 850 },
          { measure: 'days_to_answer', target: 4.5 },
        ],
        stories: [{ quote_nl: 'Ik leer koken.', quote_en: null, by_nl: 'Joke', by_en: null }],
        ...parts,
      },
      { meta: { can: ['update'], transitions: [] } },
    ),
  ),
  headers: { ETag: '"5"' },
});
