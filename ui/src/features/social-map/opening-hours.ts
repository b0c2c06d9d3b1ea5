// When an organisation is open: now, or next. In the time of the Netherlands, wherever the reader is.
export interface OpeningHours {
  /** 1 is Monday. */
  day: number;
  from: string;
  until: string;
}

export type OpenState =
  | { isOpen: true; until: string }
  | { isOpen: false; days: number; day: number; from: string };

const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** Day of the week and time in the Netherlands. */
export function dutchMoment(now: Date): { day: number; time: string } {
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Europe/Amsterdam',
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const part = (type: string): string => parts.find((each) => each.type === type)?.value ?? '';
  return { day: DAYS.indexOf(part('weekday')) + 1, time: `${part('hour')}:${part('minute')}` };
}

/** Null where no hours are known. */
export function openState(hours: readonly OpeningHours[], now: Date): OpenState | null {
  const { day, time } = dutchMoment(now);
  const open = hours.find((each) => each.day === day && each.from <= time && time < each.until);
  if (open) return { isOpen: true, until: open.until };
  for (let days = 0; days <= 7; days += 1) {
    const then = ((day - 1 + days) % 7) + 1;
    const next = hours
      .filter((each) => each.day === then && (days > 0 || each.from > time))
      .sort((one, other) => (one.from < other.from ? -1 : 1))[0];
    if (next) return { isOpen: false, days, day: then, from: next.from };
  }
  return null;
}

export const shortTime = (time: string): string => time.replace(/^0/, '').replace(':', '.');
