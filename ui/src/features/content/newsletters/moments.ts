// Days and clocks of what happens to a newsletter, by the Dutch clock.
import { localDay, longDay, momentClock } from '../../../lib/locale/local-time.ts';

/** '10:00' */
export const clock = (moment: string): string => momentClock(moment);

/** 'dinsdag 1 december 10:00' */
export const dayAndTime = (moment: string): string => `${longDay(localDay(moment))} ${clock(moment)}`;

/** The same; of today the clock alone. */
export const timeOrDay = (moment: string, now: Date = new Date()): string =>
  localDay(moment) === localDay(now.toISOString()) ? clock(moment) : dayAndTime(moment);
