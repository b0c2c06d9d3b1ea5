// When a newsletter is sent: at once, or at a moment by the reader's own clock. Pure.
import { momentClock } from '../../../../lib/locale/local-time.ts';

export interface When {
  isLater: boolean;
  /** `2026-12-01` */
  day: string;
  /** `10:00` */
  time: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** At once; who wants it later begins with tomorrow at ten. */
export function firstWhen(now: Date = new Date()): When {
  const tomorrow = new Date(now.getTime() + DAY_MS);
  const local = new Date(tomorrow.getTime() - tomorrow.getTimezoneOffset() * 60_000);
  return { isLater: false, day: local.toISOString().slice(0, 10), time: '10:00' };
}

/** Null: at once, or not known. */
export function momentOf({ isLater, day, time }: When): Date | null {
  if (!isLater || day === '' || time === '') return null;
  const moment = new Date(`${day}T${time}`);
  return Number.isNaN(moment.getTime()) ? null : moment;
}

export type WhenProblem = 'missing' | 'past';

export function problemOf(when: When, now: Date = new Date()): WhenProblem | null {
  if (!when.isLater) return null;
  const moment = momentOf(when);
  if (moment === null) return 'missing';
  return moment <= now ? 'past' : null;
}

/** Nothing leaves then, by the Dutch clock. */
const QUIET = { from: '21:00', until: '07:30' } as const;

export function isQuiet(moment: Date): boolean {
  const clock = momentClock(moment.toISOString()).replace('.', ':');
  return clock >= QUIET.from || clock < QUIET.until;
}
