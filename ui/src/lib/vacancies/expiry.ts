// How long a vacancy is online, in days as people choose them. Pure.

/** The end of the day in the Netherlands is kept; people choose a day. */
export function dayOf(moment: string | null): string {
  if (moment === null) return '';
  const date = new Date(moment);
  return Number.isNaN(date.getTime())
    ? ''
    : new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(date);
}

export function dayAfter(days: number, now: Date = new Date()): string {
  return dayOf(new Date(now.getTime() + days * 86_400_000).toISOString());
}

export const LIFETIME_DAYS = 180;
export const LONGEST_DAYS = 365;
