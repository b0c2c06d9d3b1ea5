// When something was written, as a list and a conversation say it. Pure, but for the language of the reader.
import { language } from '../../lib/locale/language.ts';
import { daysUntil, formatDate, formatDay, formatShortDate } from '../../lib/locale/time.ts';

const QUIET_FROM = 21;
const QUIET_UNTIL = { hours: 7, minutes: 30 };
/** A mail about a message waits this long, and is not sent once the message is read. */
const MAIL_AFTER_MS = 10 * 60_000;
/** As long as this one may take back what one wrote. */
export const WITHDRAW_MS = 10 * 60_000;

const weekday = (moment: string): string =>
  new Intl.DateTimeFormat(language.value === 'nl' ? 'nl-NL' : 'en-GB', { weekday: 'long' }).format(
    new Date(moment),
  );

const isThisYear = (moment: string, now: Date): boolean =>
  new Date(moment).getFullYear() === now.getFullYear();

/** In a row: null for today, where the time says it; else the day of this week, or the date. */
export function rowDay(moment: string, now = new Date()): string | null {
  const days = -daysUntil(moment, now);
  if (days <= 0) return null;
  if (days < 7) return weekday(moment);
  return isThisYear(moment, now) ? formatShortDate(moment) : formatDate(moment);
}

/** Above the messages of a day: null for today. */
export function dayLine(moment: string, now = new Date()): string | null {
  if (daysUntil(moment, now) === 0) return null;
  const text = isThisYear(moment, now) ? formatDay(moment) : formatDate(moment);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** When the other side gets a mail about a message that they have not read by then; at night not before the morning. */
export function mailMoment(createdAt: string): Date {
  const at = new Date(new Date(createdAt).getTime() + MAIL_AFTER_MS);
  const { hours, minutes } = QUIET_UNTIL;
  const minute = at.getHours() * 60 + at.getMinutes();
  if (at.getHours() >= QUIET_FROM) at.setDate(at.getDate() + 1);
  else if (minute >= hours * 60 + minutes) return at;
  at.setHours(hours, minutes, 0, 0);
  return at;
}
