// Sums of counted reports. Pure.
import type { ReportCounts } from '../../../api/report-calls.ts';

export const COUNTED = [
  'received',
  'actionTaken',
  'noAction',
  'duplicate',
  'open',
  'appealed',
  'overturned',
] as const;

type CountedName = (typeof COUNTED)[number];

export type Counted = Readonly<Record<CountedName, number>> & { readonly medianDays: number | null };

/** The sums of several rows. A median of several is not known from theirs: only that of one row is said. */
export function totalsOf(rows: readonly ReportCounts[]): Counted {
  const sums = Object.fromEntries(
    COUNTED.map((of) => [of, rows.reduce((sum, row) => sum + row[of], 0)]),
  ) as Record<CountedName, number>;
  const known = rows.filter(({ medianDays }) => medianDays !== null);
  return { ...sums, medianDays: known.length === 1 ? (known[0]?.medianDays ?? null) : null };
}
