// Figures as the server tells them, for tests: a chart with its table, words without a result, and many organisations.
import { type FakeAnswer, oneOf, wire } from './fake-server.ts';

const cell = (text: string, value: number | null = null, more: object = {}) => ({
  text,
  value,
  is_hidden: false,
  href: null,
  badge: null,
  ...more,
});

/** `< 5` */
const small = () => cell('< 5', null, { is_hidden: true });

const column = (key: string, label: string, isNumber = true) => ({ key, label, is_number: isNumber });

const svg = (width: number) =>
  `<svg class="chart" width="${width}" height="80" viewBox="0 0 ${width} 80" role="img" aria-label="Grafiek van ${width}"><rect class="chart-now" width="40" height="40"/></svg>`;

export const PER_MONTH = {
  key: 'applications_by_month',
  title: 'Aanmeldingen per maand',
  finding: '**14 % meer** dan vorig jaar, <b>zonder opmaak</b>.',
  size: 'half',
  charts: [
    { width: 320, svg: svg(320) },
    { width: 460, svg: svg(460) },
  ],
  note: 'November is nog bezig.',
  columns: [column('month', 'Maand', false), column('now', '2026'), column('before', '2025')],
  rows: [
    { cells: [cell('Januari'), cell('188', 188), cell('171', 171)] },
    { cells: [cell('Februari'), small(), cell('164', 164)] },
  ],
  has_hidden: true,
};

export const WITHOUT_RESULT = {
  key: 'not_found',
  title: 'Gezocht, niet gevonden',
  finding: 'Hier is vraag naar.',
  size: 'half',
  charts: [],
  note: null,
  columns: [column('words', 'Gezocht op', false), column('now', 'Keer')],
  rows: [{ cells: [cell('fietsen & wandelen'), cell('27', 27)] }],
  has_hidden: false,
};

const organization = (name: string, answered: number | null, badge: string) => ({
  cells: [
    cell(name, null, { href: '/organizations/4' }),
    answered === null ? small() : cell(`${answered} %`, answered),
    cell(badge === 'good' ? 'Snel' : 'Te langzaam', null, { badge }),
  ],
});

export const ORGANIZATIONS = {
  key: 'organizations',
  title: 'Alle organisaties',
  finding: 'Wie het vaakst antwoordt, staat bovenaan.',
  size: 'full',
  charts: [],
  note: null,
  columns: [
    column('name', 'Organisatie', false),
    column('answered', 'Beantwoord'),
    column('badge', 'Antwoord', false),
  ],
  rows: [
    organization('Taalhuis', 94, 'good'),
    organization('bibliotheek', 96, 'good'),
    organization('Harmonie', null, 'slow'),
    ...Array.from({ length: 20 }, (_, at) => organization(`Organisatie ${at + 1}`, at + 1, 'slow')),
  ],
  has_hidden: true,
};

const number = (key: string, text: string, label: string, more: object = {}) => ({
  key,
  value: 1,
  text,
  label,
  before: null,
  trend: null,
  is_better: null,
  ...more,
});

export const KEY_NUMBERS = [
  number('applications', '2.214', 'aanmeldingen', { before: '2025: 1.946', trend: 'up' }),
  number('days_to_answer', '3,1', 'dagen tot antwoord', {
    value: null,
    before: '2025: 4,6',
    trend: 'down',
    is_better: true,
  }),
  number('started', '< 5', 'mensen begonnen', { value: null }),
];

export const ALL_TABS = ['overview', 'applications', 'organizations', 'searches'];

export const analyticsAnswer = (tab: string, parts: object = {}): FakeAnswer =>
  oneOf(
    wire('analytics', tab, {
      tabs: ALL_TABS,
      period: {
        key: '2026',
        label: '1 januari tot en met 23 november 2026',
        from: '2026-01-01',
        to: '2026-11-23',
        is_running: true,
      },
      compare: {
        key: '2025',
        label: '1 januari tot en met 31 december 2025',
        from: '2025-01-01',
        to: '2025-12-31',
        is_running: false,
      },
      periods: [
        { key: '2026', label: '2026' },
        { key: '2025', label: '2025' },
        { key: '2026-q4', label: '4e kwartaal 2026' },
        { key: '2026-11', label: 'november 2026' },
      ],
      centers: [{ id: '1', name: 'Lindewaard' }],
      center_id: '1',
      theme_id: null,
      organization_id: null,
      is_own: false,
      updated_at: '2026-11-23T09:10:00Z',
      key_numbers: KEY_NUMBERS,
      figures: [PER_MONTH, WITHOUT_RESULT],
      ...parts,
    }),
  );
