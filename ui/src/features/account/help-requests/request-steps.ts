// Where a request for help stands, and what its asker can do with it. Pure.
import type { Vacancy } from '../../../api/schema.d.ts';
import type { Tone } from '../../../components/content/badge.tsx';
import type { IconName } from '../../../components/media/icon.tsx';

export const PUBLIC_PATH = '/een-op-een-hulp';
/** The five questions, with an account as without. */
export const ASK_PATH = `${PUBLIC_PATH}/nieuw`;
export const ASK_OFFER_PATH = `${ASK_PATH}?aanbod=1`;
export const OWN_PATH = '/profiel/hulpvragen';
export const NEW_PATH = `${OWN_PATH}/nieuw`;
export const OFFER_PATH = `${NEW_PATH}?aanbod=1`;

export const requestPath = (id: string): string => `${OWN_PATH}/${encodeURIComponent(id)}`;

export const STATES = [
  'draft',
  'submitted',
  'needs_work',
  'refused',
  'published',
  'filled',
  'expired',
  'archived',
] as const;

export type RequestState = (typeof STATES)[number];

type Standing = Pick<Vacancy, 'status' | 'moderationState'>;

/** A draft is where the centre left it. */
export function stateOf({ status, moderationState }: Standing): RequestState {
  if (status === 'draft') {
    const judged = (['submitted', 'needs_work', 'refused'] as const).find((each) => each === moderationState);
    return judged ?? 'draft';
  }
  return status === 'deleted' ? 'archived' : status;
}

export const TONES: Readonly<Record<RequestState, Tone>> = {
  draft: 'neutral',
  submitted: 'info',
  needs_work: 'warning',
  refused: 'danger',
  published: 'success',
  filled: 'success',
  expired: 'neutral',
  archived: 'neutral',
};

/** In the order of the buttons. */
export const STEPS = [
  { event: 'submit', icon: 'send' },
  { event: 'fill', icon: 'check' },
  { event: 'reopen', icon: 'refresh' },
  { event: 'renew', icon: 'calendar' },
  { event: 'withdraw', icon: 'undo' },
  { event: 'restore', icon: 'undo' },
  { event: 'archive', icon: 'archive' },
] as const satisfies readonly { event: string; icon: IconName }[];

export type RequestEvent = (typeof STEPS)[number]['event'];

/** What the server allows now. A draft that never went out is deleted, not archived. */
export function stepsOf(vacancy: Standing & Pick<Vacancy, 'transitions'>): readonly (typeof STEPS)[number][] {
  return STEPS.filter(
    ({ event }) =>
      vacancy.transitions.includes(event) && !(event === 'archive' && vacancy.status === 'draft'),
  );
}
