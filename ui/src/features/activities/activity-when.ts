// When something happens, in words. Local times come as `YYYY-MM-DDTHH:MM` and are shown as they are, whatever the clock of
// the device says.
import type { TFunction } from 'i18next';
import { language } from '../../lib/locale/language.ts';
import { clockOf, dayOf, formatIn, shortDay, tag } from '../../lib/locale/local-time.ts';
import { addDays, parseRrule, WEEKDAYS, type Weekday } from './form/rrule.ts';

type T = TFunction<'activities'>;

/** The last day: what ends at midnight was over the day before. */
const lastDayOf = (endsLocal: string): string =>
  clockOf(endsLocal) === '00:00' ? addDays(dayOf(endsLocal), -1) : dayOf(endsLocal);

/** '13:30 tot 15:00 uur', 'hele dag', '13:30 uur tot zo 6 december 12:00 uur' */
export function hours(t: T, starts: string, ends: string, allDay: boolean): string {
  const [day, last] = [dayOf(starts), lastDayOf(ends)];
  if (allDay) return day === last ? t('when.allDay') : t('when.untilDay', { day: shortDay(last) });
  const [from, until] = [clockOf(starts), clockOf(ends)];
  return day === last
    ? t('when.hours', { from, until })
    : t('when.hoursDays', { from, until, day: shortDay(dayOf(ends)) });
}

/** At the beginning of a line. */
export const capitalised = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const weekdayName = (weekday: Weekday): string =>
  // 5 January 1970 was a Monday.
  formatIn(new Date(Date.UTC(1970, 0, 5 + WEEKDAYS.indexOf(weekday), 12)), { weekday: 'long' });

export const dayLabels = (weekday: Weekday): { short: string; long: string } => ({
  short: weekdayName(weekday).slice(0, language.value === 'nl' ? 2 : 3),
  long: weekdayName(weekday),
});

/** 'de derde dinsdag', 'dag 15' */
export function monthlyWords(t: T, monthly: string): string {
  const [, nth = '', weekday] = /^BYDAY=(-?\d)(\w\w)$/.exec(monthly) ?? [];
  if (weekday)
    return t('when.nthDay', { nth: t(`when.nth.${nth as '1'}`), day: weekdayName(weekday as Weekday) });
  const day = monthly.replace('BYMONTHDAY=', '');
  return day === '-1' ? t('when.lastDay') : t('when.dayOfMonth', { day });
}

/** 'elke dinsdag en donderdag', 'elke 2 weken op dinsdag', 'elke maand op de derde dinsdag'; once: 'één keer'. */
export function howOften(t: T, recurrence: string | null): string {
  if (!recurrence) return t('when.once');
  const rule = parseRrule(recurrence);
  if (!rule) return t('when.often');
  const { frequency, interval: count } = rule;
  if (frequency === 'daily') return t('when.daily', { count });
  if (frequency === 'monthly') return t('when.monthly', { count, day: monthlyWords(t, rule.monthly ?? '') });
  const names = rule.weekdays.map(weekdayName);
  const days = new Intl.ListFormat(tag(), { type: 'conjunction' }).format(names);
  return t('when.weekly', { count, days });
}
