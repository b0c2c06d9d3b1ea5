// What is known of a check, in words and colours. Pure.
import type { CheckKind, MissingCheck } from '../../api/check-calls.ts';
import type { Application, Check } from '../../api/schema.d.ts';

export type { CheckKind, CheckState, MissingCheck, SeenPaper } from '../../api/check-calls.ts';
export type { Application, Check } from '../../api/schema.d.ts';

export const KINDS: readonly CheckKind[] = ['vog', 'first_aid', 'driving_licence', 'reference'];

/** How long a paper usually counts, in years. A driving licence says it itself. */
const USUAL_YEARS: Readonly<Partial<Record<CheckKind, number>>> = { vog: 3, first_aid: 2, reference: 3 };

export const usualYears = (kind: string): number | null => USUAL_YEARS[kind as CheckKind] ?? null;

/** Nobody has seen it yet. */
export const isOpen = ({ state }: Pick<Check, 'state'>): boolean =>
  state === 'requested' || state === 'claimed';

/** A newer paper may take its place. */
export const isRenewable = ({ state }: Pick<Check, 'state'>): boolean =>
  state === 'seen' || state === 'expiring' || state === 'expired';

export const isPast = ({ state }: Pick<Check, 'state'>): boolean =>
  state === 'replaced' || state === 'revoked' || state === 'cancelled';

/** The same day so many years later; 29 February becomes the 28th. */
export function yearsLater(day: string, years: number): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const later = Number(year) + years;
  const isLeap = (later % 4 === 0 && later % 100 !== 0) || later % 400 === 0;
  return `${later}-${month}-${month === '02' && date === '29' && !isLeap ? '28' : date}`;
}

/** What is still missing before this person may be accepted. The server leaves it out where it is nobody's business. */
export const missingOf = ({
  missingChecks,
}: Partial<Pick<Application, 'missingChecks'>>): readonly MissingCheck[] =>
  (missingChecks ?? []) as readonly MissingCheck[];

/** Whether a step waits for a paper. */
export const isStopped = (application: Application, event: string): boolean =>
  event === 'accept' && missingOf(application).length > 0;

/** From one, of four: asked for, applied for, at home, shown. */
export const gateStep = ({ state }: Pick<MissingCheck, 'state'>): number =>
  state === 'claimed' ? 4 : state === 'requested' ? 2 : 1;
