// Whether one can still apply, and who can. Pure.
import type { Application, Vacancy } from '../../../api/schema.d.ts';

export type Closed = 'filled' | 'expired' | 'archived' | 'draft' | 'full';

/** Why one cannot apply; null: one can. */
export function closedBecause(
  { status, expiresAt, spotsLeft }: Pick<Vacancy, 'status' | 'expiresAt' | 'spotsLeft'>,
  now: Date = new Date(),
): Closed | null {
  if (status === 'filled' || status === 'expired' || status === 'archived' || status === 'draft')
    return status;
  if (status === 'deleted') return 'archived';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  return spotsLeft === 0 ? 'full' : null;
}

/** What the button says: between people one helps, or is helped. */
export const applyKey = ({ isHelpRequest, offersHelp }: Pick<Vacancy, 'isHelpRequest' | 'offersHelp'>) =>
  isHelpRequest ? (offersHelp ? 'page.apply_offer' : 'page.apply_request') : 'page.apply';

export type Barred = 'rejected' | 'rejected_by_mentor' | 'withdrawn_again';

/** Why somebody with these earlier applications to an open vacancy cannot apply again; null: they can. */
export function barredBy(
  earlier: readonly Pick<Application, 'id' | 'stage' | 'closedBy' | 'transitions'>[],
): { because: Barred; id: string } | null {
  const rejected = earlier.find(({ stage }) => stage === 'rejected');
  if (rejected) {
    const because =
      `rejected_by_${rejected.closedBy}` === 'rejected_by_mentor' ? 'rejected_by_mentor' : 'rejected';
    return { because, id: rejected.id };
  }
  const [withdrawn] = earlier.filter(({ stage }) => stage === 'withdrawn');
  if (!withdrawn || withdrawn.transitions.includes('reapply')) return null;
  return { because: 'withdrawn_again', id: withdrawn.id };
}

/** An offer is typed as lines or as a few sentences: lines become a list. */
export function linesOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter((line) => line !== '');
}
