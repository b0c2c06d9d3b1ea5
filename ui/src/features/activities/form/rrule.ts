// The rule of something that repeats, from and to the text of RFC 5545 that the server keeps. Pure.

export const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type Weekday = (typeof WEEKDAYS)[number];
export type Frequency = 'daily' | 'weekly' | 'monthly';

export interface Rule {
  frequency: Frequency;
  /** Every so many days, weeks or months: 1 to 52. */
  interval: number;
  /** Of a weekly rule, in the order of the week. */
  weekdays: readonly Weekday[];
  /** Of a monthly rule: `BYMONTHDAY=15`, `BYMONTHDAY=-1` (the last), `BYDAY=3TU`, `BYDAY=-1FR` (the last one). */
  monthly: string | null;
  /** The last day, `YYYY-MM-DD`, or how many times. */
  end: { until: string } | { count: number };
}

const MONTHLY = /^(BYMONTHDAY=(-1|[1-9]|[12]\d|3[01])|BYDAY=(-1|[1-5])(MO|TU|WE|TH|FR|SA|SU))$/;

export function toRrule({ frequency, interval, weekdays, monthly, end }: Rule): string {
  return [
    `FREQ=${frequency.toUpperCase()}`,
    interval === 1 ? '' : `INTERVAL=${interval}`,
    frequency === 'weekly' ? `BYDAY=${WEEKDAYS.filter((day) => weekdays.includes(day)).join(',')}` : '',
    frequency === 'monthly' ? (monthly ?? '') : '',
    'until' in end ? `UNTIL=${end.until.replaceAll('-', '')}` : `COUNT=${end.count}`,
  ]
    .filter(Boolean)
    .join(';');
}

/** What `toRrule` writes, and the same rule from another programme. Null: it has parts that the form does not know. */
export function parseRrule(text: string): Rule | null {
  const parts = new Map(text.split(';').map((part) => part.split('=') as [string, string]));
  const frequency = parts.get('FREQ')?.toLowerCase();
  const interval = Number(parts.get('INTERVAL') ?? 1);
  const end = endOf(parts);
  const known = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'UNTIL', 'COUNT', 'WKST'];
  if (!end || !Number.isInteger(interval) || interval < 1) return null;
  if ([...parts.keys()].some((name) => !known.includes(name))) return null;
  const rule = { interval, weekdays: [], monthly: null, end };
  if (frequency === 'daily') return { ...rule, frequency };
  if (frequency === 'weekly') {
    const days = (parts.get('BYDAY') ?? '').split(',');
    const weekdays = WEEKDAYS.filter((day) => days.includes(day));
    return weekdays.length === days.length ? { ...rule, frequency, weekdays } : null;
  }
  if (frequency !== 'monthly') return null;
  const name = parts.has('BYMONTHDAY') ? 'BYMONTHDAY' : 'BYDAY';
  const monthly = `${name}=${parts.get(name)}`;
  return MONTHLY.test(monthly) ? { ...rule, frequency, monthly } : null;
}

function endOf(parts: ReadonlyMap<string, string>): Rule['end'] | null {
  const count = Number(parts.get('COUNT'));
  if (count > 0) return { count };
  const [, year, month, day, time] =
    /^(\d{4})(\d{2})(\d{2})(?:T(\d{6})Z)?$/.exec(parts.get('UNTIL') ?? '') ?? [];
  if (!year) return null;
  if (!time) return { until: `${year}-${month}-${day}` };
  const moment = new Date(`${year}-${month}-${day}T${time.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`);
  return { until: new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(moment) };
}

/** Noon, so that no clock change moves it to another day. */
const noon = (day: string): Date => new Date(`${day}T12:00:00Z`);
const isoOf = (date: Date): string => date.toISOString().slice(0, 10);

export const weekdayOf = (day: string): Weekday => WEEKDAYS[(noon(day).getUTCDay() + 6) % 7] ?? 'MO';

export function addDays(day: string, days: number): string {
  const date = noon(day);
  date.setUTCDate(date.getUTCDate() + days);
  return isoOf(date);
}

/** The same day so many months on; the last of a month that is shorter. */
export function addMonths(day: string, months: number): string {
  const date = noon(day);
  const wanted = date.getUTCDate();
  date.setUTCDate(1);
  date.setUTCMonth(date.getUTCMonth() + months);
  const last = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate();
  date.setUTCDate(Math.min(wanted, last));
  return isoOf(date);
}

/** Ways in which a day repeats by month: its number, its place among the same weekdays, and as the last. */
export function monthlyChoices(day: string): string[] {
  const number = noon(day).getUTCDate();
  const weekday = weekdayOf(day);
  const isLast = addDays(day, 7).slice(0, 7) !== day.slice(0, 7);
  const nth = Math.ceil(number / 7);
  return [
    `BYMONTHDAY=${number}`,
    `BYDAY=${nth}${weekday}`,
    ...(isLast ? [`BYDAY=-1${weekday}`] : []),
    ...(addDays(day, 1).endsWith('-01') ? ['BYMONTHDAY=-1'] : []),
  ];
}
