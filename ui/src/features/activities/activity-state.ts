// The state of an activity in one word, and the steps that it may take. Which are allowed, the server says. Pure.
import type { Activity } from '../../api/schema.d.ts';
import type { Tone } from '../../components/content/badge.tsx';
import type { IconName } from '../../components/media/icon.tsx';

export type WorkState = Activity['status'] | 'submitted' | 'needs_work' | 'refused';

export function workState({
  status,
  moderationState,
}: Pick<Activity, 'status' | 'moderationState'>): WorkState {
  const isJudged =
    moderationState === 'submitted' || moderationState === 'needs_work' || moderationState === 'refused';
  return status === 'draft' && isJudged ? moderationState : status;
}

export const STATE_LOOK: Readonly<Record<WorkState, { tone: Tone; icon: IconName }>> = {
  draft: { tone: 'neutral', icon: 'pen' },
  submitted: { tone: 'warning', icon: 'wait' },
  needs_work: { tone: 'warning', icon: 'pen' },
  refused: { tone: 'danger', icon: 'close' },
  published: { tone: 'success', icon: 'check' },
  full: { tone: 'neutral', icon: 'people' },
  running: { tone: 'info', icon: 'play' },
  finished: { tone: 'neutral', icon: 'clock' },
  cancelled: { tone: 'danger', icon: 'block' },
  deleted: { tone: 'neutral', icon: 'trash' },
};

export type StepName =
  | 'approve'
  | 'request_changes'
  | 'refuse'
  | 'publish'
  | 'submit'
  | 'withdraw'
  | 'unpublish'
  | 'restore'
  | 'cancel'
  | 'delete';

export interface ActivityStep {
  event: StepName;
  icon: IconName;
  /** The letter in the list. */
  key?: string;
  /** A message goes with it. */
  asks?: boolean;
  danger?: boolean;
  isModeration?: boolean;
}

/** The first that is allowed is the next step. */
const STEPS: readonly ActivityStep[] = [
  { event: 'approve', icon: 'check', key: 'a', isModeration: true },
  { event: 'request_changes', icon: 'pen', key: 'w', asks: true, isModeration: true },
  { event: 'refuse', icon: 'close', key: 'r', asks: true, isModeration: true, danger: true },
  { event: 'publish', icon: 'check', key: 'p' },
  { event: 'submit', icon: 'send', key: 'i' },
  { event: 'restore', icon: 'undo' },
  { event: 'withdraw', icon: 'undo' },
  { event: 'unpublish', icon: 'eye-off' },
  { event: 'cancel', icon: 'block', asks: true, danger: true },
  { event: 'delete', icon: 'trash', danger: true },
];

/** Steps that bring it further; the rest is in the menu. */
export const FORWARD: readonly StepName[] = [
  'approve',
  'request_changes',
  'refuse',
  'publish',
  'submit',
  'restore',
];

type Allowed = Pick<Activity, 'transitions' | 'moderationState' | 'revisionState' | 'status' | 'can'>;

/** Where two steps lead to the same, the one that fits is offered. */
export function offeredSteps({
  transitions,
  moderationState,
  revisionState,
  status,
  can,
}: Allowed): ActivityStep[] {
  const may = new Set<string>(transitions);
  const isSubmitted =
    (status === 'draft' && moderationState === 'submitted') || revisionState === 'submitted';
  if (isSubmitted && may.has('approve')) {
    for (const event of ['publish', 'submit', 'withdraw']) may.delete(event);
  } else may.delete('approve');
  if (may.has('publish')) may.delete('submit');
  if (can.includes('delete') && ['draft', 'finished', 'cancelled'].includes(status)) may.add('delete');
  else may.delete('delete');
  return STEPS.filter(({ event }) => may.has(event));
}

export const stepNamed = (event: StepName): ActivityStep => {
  const found = STEPS.find((each) => each.event === event);
  if (!found) throw new Error(`no step ${event}`);
  return found;
};
