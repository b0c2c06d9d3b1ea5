// Days and clocks of what happens to a newsletter, by the Dutch clock.
import { localDay, longDay, momentClock } from '../../../lib/locale/local-time.ts';

/** '10:00' */
export const clock = (moment: string): string => momentClock(moment);

/** 'dinsdag 1 december 10:00'; of today the clock alone. */
export function dayAndTime(moment: string, now: Date = new Date()): string {
  const day = localDay(moment);
  return day === localDay(now.toISOString()) ? clock(moment) : `${longDay(day)} ${clock(moment)}`;
}
