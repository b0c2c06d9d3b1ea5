// The steps that may be taken: which words and fields each asks for. What may be done is said by the server.
import type { Application } from '../../../api/schema.d.ts';
import type { ButtonVariant } from '../../../components/actions/button.tsx';
import type { IconName } from '../../../components/media/icon.tsx';

export interface Action {
  event: string;
  /** Its words, where they are not those of the event. */
  words?: string;
  /** Only where a mentor decides, or only where the organisation does. */
  forHeld?: boolean;
  icon?: IconName;
  /** Of the dialog's button. */
  variant: ButtonVariant;
  /** A list to choose from; with `mustChoose` one has to be chosen. */
  reasons?: readonly string[];
  mustChoose?: boolean;
  hasMessage: boolean;
  /** Where its button stands: beside the name, or in the card of the next step. */
  place: 'head' | 'next';
}

const OF_ORGANIZATION = [
  'not_a_fit',
  'no_longer_needed',
  'requirements_not_met',
  'no_response_from_you',
  'other',
] as const;

const OF_MENTOR = ['not_for_this_task', 'talk_first', 'distance', 'other'] as const;

const OF_VOLUNTEER = [
  'found_something_else',
  'not_available',
  'no_response_from_organization',
  'not_what_i_expected',
  'distance',
  'other',
] as const;

export const ACTIONS: readonly Action[] = [
  {
    event: 'withdraw',
    words: 'withdrawHeld',
    forHeld: true,
    variant: 'danger',
    reasons: OF_VOLUNTEER,
    hasMessage: false,
    place: 'head',
  },
  {
    event: 'withdraw',
    forHeld: false,
    variant: 'danger',
    reasons: OF_VOLUNTEER,
    hasMessage: true,
    place: 'head',
  },
  { event: 'approve_as_mentor', icon: 'check', variant: 'primary', hasMessage: false, place: 'next' },
  {
    event: 'reject',
    words: 'rejectHeld',
    forHeld: true,
    variant: 'danger',
    reasons: OF_MENTOR,
    mustChoose: true,
    hasMessage: true,
    place: 'next',
  },
  {
    event: 'reject',
    forHeld: false,
    variant: 'danger',
    reasons: OF_ORGANIZATION,
    mustChoose: true,
    hasMessage: true,
    place: 'head',
  },
  { event: 'waitlist', icon: 'wait', variant: 'primary', hasMessage: false, place: 'head' },
  { event: 'accept_offer', icon: 'check', variant: 'primary', hasMessage: false, place: 'next' },
  {
    event: 'decline_offer',
    variant: 'danger',
    reasons: OF_VOLUNTEER,
    hasMessage: false,
    place: 'next',
  },
  { event: 'offer', icon: 'calendar', variant: 'primary', hasMessage: false, place: 'next' },
  { event: 'confirm_match', icon: 'check', variant: 'primary', hasMessage: false, place: 'next' },
  { event: 'complete', icon: 'star', variant: 'primary', hasMessage: false, place: 'next' },
  { event: 'accept', icon: 'check', variant: 'primary', hasMessage: true, place: 'head' },
  { event: 'contact', icon: 'message', variant: 'primary', hasMessage: true, place: 'next' },
  { event: 'reopen', icon: 'undo', variant: 'primary', hasMessage: true, place: 'next' },
  { event: 'reapply', icon: 'refresh', variant: 'primary', hasMessage: false, place: 'next' },
];

export const MESSAGE_AT_MOST = 2000;

const isHeld = ({ stage }: Pick<Application, 'stage'>): boolean => stage === 'mentor_review';

export const fits = (application: Application, { event, forHeld }: Action): boolean =>
  application.transitions.includes(event) && (forHeld ?? isHeld(application)) === isHeld(application);

export function allowedActions(application: Application, place: Action['place']): readonly Action[] {
  return ACTIONS.filter((action) => action.place === place && fits(application, action));
}

/** The key of an action's words. */
export const wordsOf = ({ event, words }: Action): string => words ?? event;

/** The open dialog is in the address, and only opens for what may be done. */
export const DIALOG_PARAM = 'do';

export function openAction(application: Application, asked: string | null): Action | null {
  return ACTIONS.find((action) => action.event === asked && fits(application, action)) ?? null;
}
