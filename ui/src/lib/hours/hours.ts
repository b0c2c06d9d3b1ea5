// Hours of voluntary work in quarters, and the days and weeks they fall in. Pure.
import type { HoursEntry, HoursStatus } from '../../api/hours-calls.ts';
import { formatNumber } from '../locale/time.ts';

export const QUARTER = 0.25;
export const MOST_HOURS = 24;

const CLOCK = /^(\d{1,2}):([0-5]\d)$/;
const NUMBER = /^\d{1,3}([.,]\d+)?$/;

/** Hours as people type them: `1,5`, `1.5`, `1,5 uur`, `1:30`. Null: not a number. */
export function parseHours(typed: string): number | null {
  const text = typed.trim().replace(/\s*(uur|uren|u|hours?|h)\.?$/i, '');
  const [, hours, minutes] = CLOCK.exec(text) ?? [];
  if (hours && minutes) return Number(hours) + Number(minutes) / 60;
  return NUMBER.test(text) ? Number(text.replace(',', '.')) : null;
}

export const isQuarters = (hours: number): boolean => Number.isInteger(hours / QUARTER);

export type HoursFault = 'number' | 'quarters' | 'range';

/** Why the server would refuse a number of hours; null: it would not. */
export function faultOfHours(hours: number | null): HoursFault | null {
  if (hours === null || !Number.isFinite(hours)) return 'number';
  if (hours < QUARTER || hours > MOST_HOURS) return 'range';
  return isQuarters(hours) ? null : 'quarters';
}

/** A quarter more or less, from the nearest quarter on that side, within a day. */
export function stepped(hours: number, by: 1 | -1): number {
  const quarters = hours / QUARTER;
  const next = by > 0 ? Math.floor(quarters) + 1 : Math.ceil(quarters) - 1;
  return Math.min(MOST_HOURS, Math.max(QUARTER, next * QUARTER));
}

/** `1,5` */
export const hoursText = (hours: number): string => formatNumber(hours, { maximumFractionDigits: 2 });

export const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);

const dayAt = (day: string): Date => new Date(`${day}T12:00:00Z`);

export function addDays(day: string, days: number): string {
  const date = dayAt(day);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/** The Monday of the week of a day. */
export const mondayOf = (day: string): string => addDays(day, -((dayAt(day).getUTCDay() + 6) % 7));

export const WEEK = 7;

/** What two entries must share to be about the same work. */
export const workKey = (
  entry: Pick<HoursEntry, 'applicationId' | 'activityId' | 'organizationId' | 'work'>,
): string =>
  entry.applicationId !== null
    ? `application:${entry.applicationId}`
    : entry.activityId !== null
      ? `activity:${entry.activityId}`
      : `organization:${entry.organizationId}:${entry.work.trim().toLowerCase()}`;

export interface Repeatable {
  which: 'last_week' | 'this_week';
  /** Monday and Sunday of the week for which they would be written. */
  from: string;
  to: string;
  entries: readonly HoursEntry[];
}

/** What counts as done: hours that were refused are not proposed again. */
const COUNTS: readonly HoursStatus[] = ['logged', 'confirmed', 'corrected'];

/**
 * The entries of a week that may hold for the week after it as well: first for last week, else for the days of this week
 * that have come. Work that was written in that week already is left out.
 */
export function repeatable(entries: readonly HoursEntry[], today: string): Repeatable | null {
  const thisWeek = mondayOf(today);
  for (const which of ['last_week', 'this_week'] as const) {
    const from = which === 'last_week' ? addDays(thisWeek, -WEEK) : thisWeek;
    const to = addDays(from, WEEK - 1);
    const written = new Set(
      entries.filter(({ day }) => day >= from && day <= to).map((entry) => workKey(entry)),
    );
    const found = entries
      .filter(
        (entry) =>
          entry.day >= addDays(from, -WEEK) &&
          entry.day < from &&
          addDays(entry.day, WEEK) <= today &&
          // What was counted at the door of an activity is counted there again.
          entry.source !== 'check_in' &&
          COUNTS.includes(entry.status) &&
          !written.has(workKey(entry)),
      )
      .sort((one, other) => one.day.localeCompare(other.day));
    if (found.length > 0) return { which, from, to, entries: found };
  }
  return null;
}

export interface Month {
  /** `2026-11` */
  key: string;
  entries: readonly HoursEntry[];
}

/** In the order in which they come. */
export function byMonth(entries: readonly HoursEntry[]): readonly Month[] {
  const months = new Map<string, HoursEntry[]>();
  for (const entry of entries) {
    const key = entry.day.slice(0, 7);
    months.set(key, [...(months.get(key) ?? []), entry]);
  }
  return [...months].map(([key, found]) => ({ key, entries: found }));
}

/** The Monday of the week in which a number of hours is done at so many hours a week, beginning with the week of today. */
export function weekDone(left: number, aWeek: number, today: string): string {
  const weeks = Math.max(1, Math.ceil(left / aWeek));
  return addDays(mondayOf(today), (weeks - 1) * WEEK);
}

/** How an entry stands, for the one who sees it. */
export type Standing = Exclude<HoursStatus, 'disputed'> | 'asked' | 'disagreed';

export const standingOf = ({ status, reasonBy }: Pick<HoursEntry, 'status' | 'reasonBy'>): Standing =>
  status !== 'disputed' ? status : reasonBy === 'volunteer' ? 'disagreed' : 'asked';
