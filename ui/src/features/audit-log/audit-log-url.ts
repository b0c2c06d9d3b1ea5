// What of the log is looked at: the address is its state. Pure.
import { type ListParams, typed } from '../../api/params.ts';
import type { AuditEvent } from '../../api/schema.d.ts';
import { AUDIT_LOG_PARAMS } from '../../lib/audit/audit-log.ts';

export const AUDIT_LOG_PATH = '/admin/audit-log';

export const PERIODS = ['today', 'week', 'month', 'all', 'own'] as const;
export type Period = (typeof PERIODS)[number];

export const KINDS = ['reading', 'change', 'step', 'access', 'account', 'export'] as const;
export type Kind = AuditEvent['kind'];

/** What can be chosen to read about; of everything else there is the number. */
export const SUBJECTS = [
  'users',
  'organizations',
  'vacancies',
  'applications',
  'activities',
  'conversations',
  'abuse_reports',
  'hours_entries',
  'checks',
  'pages',
  'forms',
  'newsletters',
  'exports',
  'tenant_settings',
] as const;

export const PAGE_SIZES: readonly number[] = [50, 100];
/** What the program did by itself. */
export const SYSTEM = 'system';

export interface LogState {
  period: Period;
  /** Days, of a period of one's own. */
  from: string;
  to: string;
  /** Id of a person, or `system`; empty: everybody. */
  who: string;
  kind: Kind | '';
  subject: string;
  q: string;
  /** The events after this one; empty: the newest. */
  before: string;
  size: number;
}

export const EVERYTHING: LogState = {
  period: 'week',
  from: '',
  to: '',
  who: '',
  kind: '',
  subject: '',
  q: '',
  before: '',
  size: 50,
};

const idIn = (text: string | null): string => (text !== null && /^\d{1,18}$/.test(text) ? text : '');
const dayIn = (text: string | null): string =>
  text !== null && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : '';

export function readLog(params: URLSearchParams): LogState {
  const size = Number(params.get('size'));
  return {
    period: PERIODS.find((each) => each === params.get('period')) ?? EVERYTHING.period,
    from: dayIn(params.get('from')),
    to: dayIn(params.get('to')),
    who: params.get('who') === SYSTEM ? SYSTEM : idIn(params.get('who')),
    kind: KINDS.find((each) => each === params.get('kind')) ?? '',
    subject: SUBJECTS.find((each) => each === params.get('subject')) ?? '',
    q: params.get('q') ?? '',
    before: idIn(params.get('before')),
    size: PAGE_SIZES.includes(size) ? size : EVERYTHING.size,
  };
}

export function logHref(state: Partial<LogState>): string {
  const { period, from, to, who, kind, subject, q, before, size } = { ...EVERYTHING, ...state };
  const isOwn = period === 'own';
  const query = new URLSearchParams({
    ...(period === EVERYTHING.period ? {} : { period }),
    ...(isOwn && from ? { from } : {}),
    ...(isOwn && to ? { to } : {}),
    ...(who ? { who } : {}),
    ...(kind ? { kind } : {}),
    ...(subject ? { subject } : {}),
    ...(q ? { q } : {}),
    ...(before ? { before } : {}),
    ...(size === EVERYTHING.size ? {} : { size: String(size) }),
  });
  return query.size > 0 ? `${AUDIT_LOG_PATH}?${query}` : AUDIT_LOG_PATH;
}

/** Days that a period looks back, besides today. */
const DAYS_BACK: Readonly<Partial<Record<Period, number>>> = { today: 0, week: 6, month: 29 };

const daysBefore = (day: string, days: number): string => {
  const moment = new Date(`${day}T12:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() - days);
  return moment.toISOString().slice(0, 10);
};

/** First and last day; empty: no bound. `today` is the day in the Netherlands. */
export function daysOf({ period, from, to }: LogState, today: string): { from: string; to: string } {
  if (period === 'own') return { from, to };
  const back = DAYS_BACK[period];
  return { from: back === undefined ? '' : daysBefore(today, back), to: '' };
}

/** What the server is asked. */
export function paramsOf(state: LogState, today: string): ListParams<'audit_events'> {
  const { who, kind, subject, q, before, size } = state;
  const days = daysOf(state, today);
  return {
    ...AUDIT_LOG_PARAMS,
    filter: {
      createdAtGteq: days.from,
      createdAtLteq: days.to,
      actorIdEq: who === SYSTEM ? '' : who,
      ...(who === SYSTEM ? { actorIdNull: true } : {}),
      ...(kind === '' ? {} : { kindEq: typed<Kind>(kind) }),
      subjectTypeEq: subject,
      q,
      beforeEq: before,
    },
    page: { size },
  };
}

/** Nothing was chosen but a period. */
export const isPlain = ({ who, kind, subject, q }: LogState): boolean =>
  who === '' && kind === '' && subject === '' && q === '';
