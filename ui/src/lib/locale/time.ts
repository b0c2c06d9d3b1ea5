// Dates, times and "how long ago" in the reader's language.
import { language } from './language.ts';

type Moment = string | number | Date;

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['week', 7 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
];

const JUST_NOW = { nl: 'zojuist', en: 'just now' } as const;

const asDate = (moment: Moment): Date => (moment instanceof Date ? moment : new Date(moment));

const tag = (): string => (language.value === 'nl' ? 'nl-NL' : 'en-GB');

/** 'zojuist' under a minute; then '5 minuten geleden', 'over 3 dagen', 'vorige maand' is said in numbers. */
export function relativeTime(moment: Moment, now: Moment = new Date()): string {
  const seconds = Math.round((asDate(moment).getTime() - asDate(now).getTime()) / 1000);
  const size = Math.abs(seconds);
  if (size < 60) return JUST_NOW[language.value];
  const [unit, length] = UNITS.find(([, each]) => size >= each) ?? ['second', 1];
  return new Intl.RelativeTimeFormat(tag(), { numeric: 'always' }).format(Math.trunc(seconds / length), unit);
}

function format(moment: Moment, options: Intl.DateTimeFormatOptions): string {
  const date = asDate(moment);
  return Number.isNaN(date.getTime()) ? '' : new Intl.DateTimeFormat(tag(), options).format(date);
}

/** '21 november 2026' */
export const formatDate = (moment: Moment): string =>
  format(moment, { day: 'numeric', month: 'long', year: 'numeric' });

/** '21 nov' */
export const formatShortDate = (moment: Moment): string => format(moment, { day: 'numeric', month: 'short' });

/** 'zaterdag 21 november' */
export const formatDay = (moment: Moment): string =>
  format(moment, { weekday: 'long', day: 'numeric', month: 'long' });

/** '14:05' */
export const formatTime = (moment: Moment): string => format(moment, { hour: '2-digit', minute: '2-digit' });

/** '21 november 2026 14:05' */
export const formatDateTime = (moment: Moment): string => `${formatDate(moment)} ${formatTime(moment)}`;

export const formatNumber = (value: number, options: Intl.NumberFormatOptions = {}): string =>
  new Intl.NumberFormat(tag(), options).format(value);

/** '2,4 km'; under a kilometre in metres. */
export function formatDistance(kilometres: number): string {
  if (kilometres < 1) return `${formatNumber(Math.max(100, Math.round(kilometres * 10) * 100))} m`;
  return `${formatNumber(kilometres, { maximumFractionDigits: kilometres < 10 ? 1 : 0 })} km`;
}

/** Whole days from now until the moment; negative when it is past. */
export function daysUntil(moment: Moment, now: Moment = new Date()): number {
  const day = (date: Date): number => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate());
  return Math.round((day(asDate(moment)) - day(asDate(now))) / 86_400_000);
}
