// Local times as the server writes them, `YYYY-MM-DDTHH:MM`, and moments, in words: as they are in the Netherlands, whatever
// the clock of the device says.
import { language } from './language.ts';

export const tag = (): string => (language.value === 'nl' ? 'nl-NL' : 'en-GB');
export const formatIn = (moment: Date, options: Intl.DateTimeFormatOptions, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat(tag(), { timeZone, ...options }).format(moment);

const atNoon = (day: string): Date => new Date(`${day.slice(0, 10)}T12:00:00Z`);
export const dayOf = (local: string): string => local.slice(0, 10);
/** `13:30` */
export const clockOf = (local: string): string => local.slice(11, 16);

/** 'wo 9 december'; of another year with the year. */
export const shortDay = (day: string, now: Date = new Date()): string =>
  formatIn(atNoon(day), {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    ...(day.startsWith(String(now.getFullYear())) ? {} : { year: 'numeric' }),
  });

/** 'woensdag 9 december' */
export const longDay = (day: string): string =>
  formatIn(atNoon(day), { weekday: 'long', day: 'numeric', month: 'long' });

export const dayNumber = (day: string): string => formatIn(atNoon(day), { day: 'numeric' });
/** 'december 2026' */
export const monthAndYear = (day: string): string =>
  formatIn(atNoon(day), { month: 'long', year: 'numeric' });
export const monthName = (day: string): string =>
  formatIn(atNoon(day), { month: 'short' }).replace('.', '').slice(0, 4);

/** Of a moment: 'wo 9 dec', in the Netherlands. */
export const momentDay = (moment: string): string =>
  formatIn(new Date(moment), { weekday: 'short', day: 'numeric', month: 'short' }, 'Europe/Amsterdam');
export const momentClock = (moment: string): string =>
  formatIn(new Date(moment), { hour: '2-digit', minute: '2-digit' }, 'Europe/Amsterdam');
/** Of a moment: `2026-12-09`, the day in the Netherlands. */
export const localDay = (moment: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Amsterdam' }).format(new Date(moment));
