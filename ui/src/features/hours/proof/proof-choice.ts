// What somebody chose to put on a paper, and how that is asked of the server. Pure.
import type { HoursTotals, NewProof, ProofKind } from '../../../api/hours-calls.ts';

export const TASKS_AT_MOST = 1000;

export interface ProofChoice {
  kind: ProofKind;
  /** A year, or everything. */
  period: string;
  /** Keys of work that is left out. */
  without: readonly string[];
  hasTasks: boolean;
  tasks: string;
  registrationId: string;
}

export const ALL = 'alles';

export type Work = HoursTotals['groups'][number];

/** Null: something has to be chosen first. */
export function askedOf(choice: ProofChoice, work: readonly Work[], locale: 'nl' | 'en'): NewProof | null {
  const { kind, period, without, hasTasks, tasks, registrationId } = choice;
  if (kind === 'certificate') return registrationId ? { kind, registrationId, locale } : null;
  const days = period === ALL ? {} : { from: `${period}-01-01`, to: `${period}-12-31` };
  if (kind === 'overview') return { kind, ...days, locale };
  const chosen = work.filter(({ key }) => !without.includes(key)).map(({ key }) => key);
  if (chosen.length === 0) return null;
  const told = hasTasks ? tasks.trim() : '';
  return {
    kind,
    ...days,
    // All of it is asked without a list: a work that is confirmed meanwhile is on it as well.
    ...(chosen.length < work.length ? { work: chosen } : {}),
    ...(told ? { tasks: told } : {}),
    locale,
  };
}

/** `7K4M92QX` as it stands on paper. */
export const writtenCode = (code: string): string => `${code.slice(0, 4)} - ${code.slice(4)}`;
