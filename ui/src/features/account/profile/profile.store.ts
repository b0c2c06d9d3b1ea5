// What the profile says of somebody's applications.
import type { ApplicationStage } from '../../../api/choices.ts';
import { useResourceList } from '../../../api/hooks.ts';

const SHOWN = 3;
/** What leaving would take back, as the server does it. */
const OPEN: readonly ApplicationStage[] = ['new', 'in_contact', 'mentor_review', 'waitlisted', 'offered'];

export const useNewest = () =>
  useResourceList('applications', { filter: { mineEq: true }, page: { size: SHOWN }, sort: '-created_at' });

/** How many of this person's applications still wait for an end. Null: not known yet, or it cannot be had. */
export function useOpenApplications(isIn: boolean): number | null {
  const { total, status } = useResourceList(
    'applications',
    isIn ? { filter: { mineEq: true, stageIn: OPEN }, page: { size: 1 } } : null,
  );
  return status === 'success' ? total : null;
}
