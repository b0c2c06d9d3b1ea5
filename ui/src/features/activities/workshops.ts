// The workshops that come, each with whom organisations signed up. Pure.
import type { ActivityOccurrence, ActivityRegistration } from '../../api/schema.d.ts';

export interface Workshop {
  /** Of a series for which people sign up as a whole: its next date. */
  date: ActivityOccurrence;
  isSeries: boolean;
  registrations: readonly ActivityRegistration[];
  /** Of who works for an organisation: the seats that it has used, of how many. Null: no limit. */
  seatsUsed: number;
  seats: number | null;
}

const IN_CALENDAR: readonly unknown[] = ['published', 'full', 'running'];

export function workshopsOf(
  dates: readonly ActivityOccurrence[],
  registrations: readonly ActivityRegistration[],
): Workshop[] {
  const series = new Set<string>();
  return dates.flatMap((date) => {
    const { activityId, activityStatus, registration, seatsPerOrganization: seats } = date;
    const isSeries = registration === 'series';
    if (!IN_CALENDAR.includes(activityStatus) || (isSeries && series.has(activityId))) return [];
    if (isSeries && date.status === 'planned') series.add(activityId);
    const those = registrations.filter(
      (each) => each.activityId === activityId && (isSeries || each.occurrenceId === date.id),
    );
    const seatsUsed = those.reduce((sum, { partySize }) => sum + partySize, 0);
    return [{ date, isSeries, registrations: those, seatsUsed, seats }];
  });
}

/** In the order of the dates. */
export function byMonth(workshops: readonly Workshop[]): [month: string, workshops: Workshop[]][] {
  const months = new Map<string, Workshop[]>();
  for (const workshop of workshops) {
    const month = workshop.date.startsLocal.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), workshop]);
  }
  return [...months];
}

/**
 * Whether somebody can be signed up now. `line`: to wait for a place. The server has the last word.
 * `open`: nobody signs up; `off`: cancelled; `closed`: too late; `seats`: the organisation has used its seats.
 */
export type Room = 'place' | 'line' | 'full' | 'seats' | 'closed' | 'off' | 'open';

export function roomIn({ date, seatsUsed, seats }: Workshop, now: number): Room {
  const { activity, spotsLeft, peopleWaiting, registration, startsAt, status } = date;
  if (status === 'cancelled') return 'off';
  if (registration === 'none') return 'open';
  const minutes = activity?.registrationClosesMinutes ?? 0;
  if (Date.parse(startsAt) - minutes * 60_000 <= now) return 'closed';
  if (seats !== null && seatsUsed >= seats) return 'seats';
  if (spotsLeft === null || (spotsLeft > 0 && peopleWaiting === 0)) return 'place';
  return activity?.hasWaitingList ? 'line' : spotsLeft > 0 ? 'place' : 'full';
}
