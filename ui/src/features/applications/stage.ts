// The stages of an application: their order, their colour, and which of them belong together.
import type { ApplicationStage } from '../../api/choices.ts';
import type { Tone } from '../../components/content/badge.tsx';
import type { IconName } from '../../components/media/icon.tsx';

/** The straight road; every other stage is a badge. */
export const TRACK: readonly ApplicationStage[] = ['new', 'in_contact', 'accepted', 'started', 'completed'];

export const CLOSED: readonly ApplicationStage[] = ['rejected', 'withdrawn', 'closed'];

/** What the filter offers; what a guest has not confirmed is no application yet. */
export const FILTERED: readonly ApplicationStage[] = [
  'new',
  'in_contact',
  'mentor_review',
  'waitlisted',
  'offered',
  'accepted',
  'started',
  'completed',
  'rejected',
  'withdrawn',
  'closed',
];

interface Look {
  tone: Tone;
  icon: IconName;
}

const LOOKS: Readonly<Record<ApplicationStage, Look>> = {
  unconfirmed: { tone: 'neutral', icon: 'mail' },
  mentor_review: { tone: 'neutral', icon: 'wait' },
  new: { tone: 'warning', icon: 'bell' },
  in_contact: { tone: 'info', icon: 'message' },
  waitlisted: { tone: 'neutral', icon: 'wait' },
  offered: { tone: 'info', icon: 'calendar' },
  accepted: { tone: 'success', icon: 'check' },
  started: { tone: 'success', icon: 'check' },
  completed: { tone: 'success', icon: 'star' },
  rejected: { tone: 'neutral', icon: 'close' },
  withdrawn: { tone: 'neutral', icon: 'undo' },
  closed: { tone: 'neutral', icon: 'lock' },
};

/** For the one who applied, "new" asks for nothing. */
export function lookOf(stage: ApplicationStage, isOwn = false): Look {
  return isOwn && stage === 'new' ? { tone: 'info', icon: 'send' } : LOOKS[stage];
}

export const isClosed = (stage: ApplicationStage): boolean => CLOSED.includes(stage);

/** From here the silence is worth a sign. */
export const SILENT_FROM_DAYS = 3;
/** From here the centre knows of it too. */
export const LATE_FROM_DAYS = 7;
