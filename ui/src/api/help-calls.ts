// The calls of help between people without an account, apart from the table that every first view carries.
import { call, type Meta } from './calls.ts';
import type { Resource } from './jsonapi.ts';

/** Somebody who answered. Surname, number and address once they were accepted. */
export interface HelpAnswer {
  id: string;
  firstName: string;
  lastName: string | null;
  email: string | null;
  phoneNumber: string | null;
  message: string;
  stage: string;
  createdAt: string;
  events: readonly string[];
  hasExperience: boolean;
}

/** Where a request or an offer stands, for who holds the link of a mail about it. */
export interface HelpLink extends Resource {
  title: string;
  firstName: string;
  offersHelp: boolean;
  status: string;
  moderationState: string;
  moderationMessage: string | null;
  expiresAt: string | null;
  events: readonly string[];
  answers: readonly HelpAnswer[];
  token: string;
}

export const HELP_CALLS = {
  ask: call('POST /help_requests')<Resource, Meta & { sentTo?: string }>(),
  confirm: call('POST /help_requests/confirm')<HelpLink>(),
  show: call('POST /help_requests/by_link')<HelpLink>(),
  step: call('POST /help_requests/by_link/step')<HelpLink>(),
};
