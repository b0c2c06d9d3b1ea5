// The steps that may be taken: which words and fields each asks for. What may be done is said by the server.
import type { Application } from '../../api/resources.ts';
import type { ButtonVariant } from '../../components/button.tsx';
import type { IconName } from '../../components/icon.tsx';

export interface Action {
  event: string;
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

const OF_VOLUNTEER = [
  'found_something_else',
  'not_available',
  'no_response_from_organization',
  'not_what_i_expected',
  'distance',
  'other',
] as const;

export const ACTIONS: readonly Action[] = [
  { event: 'withdraw', variant: 'danger', reasons: OF_VOLUNTEER, hasMessage: true, place: 'head' },
  {
    event: 'reject',
    variant: 'danger',
    reasons: OF_ORGANIZATION,
    mustChoose: true,
    hasMessage: true,
    place: 'head',
  },
  { event: 'accept', icon: 'check', variant: 'primary', hasMessage: true, place: 'head' },
  { event: 'contact', icon: 'message', variant: 'primary', hasMessage: true, place: 'next' },
  { event: 'reopen', icon: 'undo', variant: 'primary', hasMessage: true, place: 'next' },
  { event: 'reapply', icon: 'refresh', variant: 'primary', hasMessage: false, place: 'next' },
];

export const MESSAGE_AT_MOST = 2000;

export function allowedActions({ transitions }: Application, place: Action['place']): readonly Action[] {
  return ACTIONS.filter((action) => action.place === place && transitions.includes(action.event));
}

/** The open dialog is in the address, and only opens for what may be done. */
export const DIALOG_PARAM = 'do';

export function openAction({ transitions }: Application, asked: string | null): Action | null {
  return ACTIONS.find(({ event }) => event === asked && transitions.includes(event)) ?? null;
}
