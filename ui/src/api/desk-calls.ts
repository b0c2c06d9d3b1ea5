// The calls of the desk: people without an email address, whom staff find, register and help.
import { call, type Meta, type Nothing } from './calls.ts';
import type { HoursEntry, LoggableWork } from './hours-calls.ts';
import type { Resource } from './jsonapi.ts';
import type { ActivityRegistration, Application, Operations } from './schema.d.ts';

export interface DeskPerson extends Resource {
  firstName: string;
  lastName: string | null;
  /** `YYYY-MM-DD` */
  birthDate: string | null;
  /** The last three digits of the phone number. */
  phoneEnds: string | null;
  /** Signs in by themselves. */
  hasOwnAccess: boolean;
  /** Needs a guardian's consent that nobody gave yet. */
  waitsForGuardian: boolean;
  hasCard: boolean;
}

export type DeskRegistration = Operations['POST /desk/register']['body'];
export type WalkIn = Operations['POST /vacancies/{id}/applications/walk_in']['body'];

export type DeskHours = Operations['POST /hours_entries']['body'];

interface OwnHours {
  'filter[user_id_eq]': string;
  'filter[day_gteq]': string;
}

export const DESK_CALLS = {
  find: call('POST /desk/find', 'desk_searches')<DeskPerson>(),
  register: call('POST /desk/register', 'desk_registrations')<DeskPerson>(),
  person: call('GET /users/{id}/desk')<DeskPerson>(),
  makeCard: call('POST /users/{id}/desk/card', 'desk_cards')<DeskPerson, Meta, object>(),
  cardFile: call('GET /users/{id}/desk/card.pdf')(),
  letterFile: call('GET /users/{id}/desk/letter.pdf')(),
  invite: call('POST /users/{id}/desk/invite', 'desk_invitations')<Resource, { sentTo: string }>(),
  apply: call('POST /vacancies/{id}/applications/walk_in', 'applications')<Application>(),
  signUp: call('POST /activities/{id}/registrations', 'activity_sign_ups')<ActivityRegistration>(),
  hoursWork: call('GET /hours_entries/work')<
    Resource,
    { work: readonly LoggableWork[] },
    Nothing,
    { user_id: string }
  >(),
  hoursTotals: call('GET /hours_entries/totals')<Resource, { hours: number }, Nothing, OwnHours>(),
  writeHours: call('POST /hours_entries', 'hours_entry_forms')<HoursEntry>(),
} as const;
