// The calls about one's own account, apart from the table that every first view carries.
import {
  call,
  type Meta,
  type NotificationPreference,
  type PasskeyChallenge,
  type RecoveryCodes,
  type SecondFactor,
  type SentMeta,
  type TotpStart,
} from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type { User, UserInput } from './schema.d.ts';

interface CalendarFeedMeta extends Meta {
  createdAt?: string | null;
  /** When it was just made. */
  address?: string | null;
}

export const ACCOUNT_CALLS = {
  changeCurrentUser: call('PATCH /current_user')<User, Meta, { user: UserInput }>(),
  askEmail: call('PUT /current_user/email')(),
  withdrawEmail: call('DELETE /current_user/email')(),
  askGuardian: call('POST /me/guardian')(),
  sayConsent: call('POST /consents')(),
  mailCopy: call('POST /me/data_export')<Resource, SentMeta>(),
  downloadCopy: call('GET /me/data_export')(),
  beforeLeaving: call('GET /me/erasure')<Resource, { soleManagerOf?: unknown }>(),
  leave: call('POST /me/erasure')<Resource, { eraseAfter?: string }>(),
  calendarFeed: call('GET /me/calendar_feed')<Resource, CalendarFeedMeta>(),
  makeCalendarFeed: call('PUT /me/calendar_feed')<Resource, CalendarFeedMeta>(),
  stopCalendarFeed: call('DELETE /me/calendar_feed')<Resource, CalendarFeedMeta>(),
  signOutElsewhere: call('DELETE /sessions')(),
  preferences: call('GET /notification_preferences')<NotificationPreference>(),
  changePreferences: call('PATCH /notification_preferences')<NotificationPreference>(),
  secondFactor: call('GET /auth/second_factor')<SecondFactor>(),
  beginTotp: call('POST /auth/second_factor')<TotpStart>(),
  proveSecondFactor: call('PUT /auth/second_factor')<RecoveryCodes>(),
  removeSecondFactor: call('DELETE /auth/second_factor')<Resource, Meta, { currentPassword: string }>(),
  renewRecoveryCodes: call('POST /auth/second_factor/recovery_codes')<RecoveryCodes>(),
  passkeyOptions: call('POST /auth/second_factor/passkeys/options')<PasskeyChallenge>(),
  addPasskey: call('POST /auth/second_factor/passkeys')<RecoveryCodes>(),
  provePasskey: call('PUT /auth/second_factor/passkeys')(),
  removePasskey: call('DELETE /auth/second_factor/passkeys/{id}')<
    Resource,
    Meta,
    { currentPassword: string }
  >(),
  askPasswordReset: call('POST /auth/password')(),
  checkPasswordLink: call('PUT /auth/password/link')<
    Resource,
    Meta & { link: 'valid' | 'used' | 'expired' }
  >(),
  setPassword: call('PUT /auth/password')(),
  askConfirmation: call('POST /auth/confirmation')(),
} as const;
