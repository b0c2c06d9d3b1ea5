// When an activity is, in words.
import type { ActivityOccurrence } from '../../api/schema.d.ts';
import { language } from '../../lib/locale/language.ts';

/** 'Dinsdag 16 december, 9.30', in English '9:30'; of another year with the year. */
export function when({ startsLocal, allDay }: Pick<ActivityOccurrence, 'startsLocal' | 'allDay'>): string {
  const isDutch = language.value === 'nl';
  const day = new Intl.DateTimeFormat(isDutch ? 'nl-NL' : 'en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    ...(startsLocal.startsWith(String(new Date().getFullYear())) ? {} : { year: 'numeric' }),
  })
    .format(new Date(`${startsLocal.slice(0, 10)}T12:00:00Z`))
    .replace(',', '');
  const clock = `${Number(startsLocal.slice(11, 13))}${isDutch ? '.' : ':'}${startsLocal.slice(14, 16)}`;
  return `${day.charAt(0).toUpperCase()}${day.slice(1)}${allDay ? '' : `, ${clock}`}`;
}
