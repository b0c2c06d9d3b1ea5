// How long an organisation waits, in days that people work. Pure.

const DAY_MS = 86_400_000;

/** A centre says it looks within this many working days. */
export const LATE_AFTER_DAYS = 3;

export function workingDaysBetween(from: Date, to: Date): number {
  const start = Date.UTC(from.getFullYear(), from.getMonth(), from.getDate());
  const end = Date.UTC(to.getFullYear(), to.getMonth(), to.getDate());
  let count = 0;
  for (let day = start + DAY_MS; day <= end; day += DAY_MS) {
    const weekday = new Date(day).getUTCDay();
    if (weekday !== 0 && weekday !== 6) count += 1;
  }
  return count;
}

export function waiting(createdAt: string, now: Date = new Date()): { days: number; isLate: boolean } {
  const days = workingDaysBetween(new Date(createdAt), now);
  return { days, isLate: days > LATE_AFTER_DAYS };
}
