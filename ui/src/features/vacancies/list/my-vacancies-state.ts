// The state of a vacancy in one word, for those who work with it. Pure.
import type { Vacancy } from '../../../api/schema.d.ts';
import type { Tone } from '../../../components/content/badge.tsx';
import type { IconName } from '../../../components/media/icon.tsx';

export type WorkState =
  | 'draft'
  | 'submitted'
  | 'needs_work'
  | 'refused'
  | 'published'
  | 'filled'
  | 'expired'
  | 'archived'
  | 'deleted';

export function workState({
  status,
  moderationState,
}: Pick<Vacancy, 'status' | 'moderationState'>): WorkState {
  const isJudged =
    moderationState === 'submitted' || moderationState === 'needs_work' || moderationState === 'refused';
  return status === 'draft' && isJudged ? moderationState : status;
}

export const STATE_LOOK: Readonly<Record<WorkState, { tone: Tone; icon: IconName }>> = {
  draft: { tone: 'neutral', icon: 'pen' },
  submitted: { tone: 'info', icon: 'wait' },
  needs_work: { tone: 'warning', icon: 'pen' },
  refused: { tone: 'danger', icon: 'close' },
  published: { tone: 'success', icon: 'check' },
  filled: { tone: 'neutral', icon: 'people' },
  expired: { tone: 'neutral', icon: 'clock' },
  archived: { tone: 'neutral', icon: 'archive' },
  deleted: { tone: 'neutral', icon: 'trash' },
};
