// What to do now: which words belong to an application's stage and to who looks. Pure.
import type { Application } from '../../../api/schema.d.ts';
import { CLOSED, LATE_FROM_DAYS } from '../stage.ts';

export interface NextStepKey {
  side: 'work' | 'own' | 'guide';
  /** Under next.{side} in applications.json. */
  key: string;
  /** For the plural of the text. */
  count?: number;
}

const isLate = ({ stage, waitingDays }: Application): boolean =>
  stage === 'new' && (waitingDays ?? 0) >= LATE_FROM_DAYS;

/** For the organisation and the centre. */
export function workStep(application: Application): NextStepKey {
  const { stage, waitingDays } = application;
  if (stage !== 'new') return { side: 'work', key: stage };
  return { side: 'work', key: isLate(application) ? 'newLate' : 'new', count: waitingDays ?? 0 };
}

/** For who looks after a student: to agree, or to follow what comes of it. Null for who answers in the organisation's name. */
export function guideStep({ stage, can, transitions }: Application): NextStepKey | null {
  if (transitions.includes('approve_as_mentor')) return { side: 'guide', key: 'mentor_review' };
  if (can.includes('decide')) return null;
  return {
    side: 'guide',
    key: CLOSED.includes(stage) ? 'over' : GOING_ON.includes(stage) ? 'going' : 'waits',
  };
}

const GOING_ON: readonly string[] = ['accepted', 'started', 'completed'];

/** For the one who applied. */
export function ownStep(application: Application): NextStepKey {
  const { stage, waitingDays, organization, mentorName } = application;
  if (stage === 'mentor_review' && mentorName) return { side: 'own', key: 'mentorOfOwn' };
  if (stage !== 'new') return { side: 'own', key: stage };
  if (application.askedCenterAt) return { side: 'own', key: 'asked' };
  if (isLate(application)) return { side: 'own', key: 'newLate', count: waitingDays ?? 0 };
  const usual = organization?.responseDays;
  if (typeof usual !== 'number') return { side: 'own', key: 'new' };
  return { side: 'own', key: 'newUsual', count: Math.max(1, Math.ceil(usual)) };
}

export const isOver = ({ key }: NextStepKey): boolean =>
  ['rejected', 'withdrawn', 'closed', 'completed', 'newLate'].includes(key);

/** "Joke": how the page speaks of somebody. */
export const firstNameOf = ({ firstName, name }: Pick<Application, 'firstName' | 'name'>): string =>
  firstName || name;
