// The stages of an application that more than one feature speaks of.
import type { ApplicationStage } from '../../api/choices.ts';

/** What is not over: a request, or something that is being done. */
export const UNDER_WAY: readonly ApplicationStage[] = [
  'mentor_review',
  'new',
  'in_contact',
  'waitlisted',
  'offered',
  'accepted',
  'started',
];
