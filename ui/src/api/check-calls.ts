// The calls about checks: papers that somebody has seen, of which only the dates are kept.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export type CheckKind = 'vog' | 'first_aid' | 'driving_licence' | 'reference';

/** As stored and by the day of today: it runs out, has run out, or a newer one was seen. */
export type CheckState =
  | 'requested'
  | 'claimed'
  | 'seen'
  | 'expiring'
  | 'expired'
  | 'replaced'
  | 'revoked'
  | 'cancelled';

/** Days are `YYYY-MM-DD`. */
export interface Check extends Resource {
  /** None: of somebody without an account. */
  userId: string | null;
  personName: string;
  applicationId: string | null;
  /** None: the centre's own. */
  organizationId: string | null;
  organizationName: string | null;
  volunteerCenterId: string | null;
  kind: CheckKind;
  status: 'requested' | 'claimed' | 'seen' | 'revoked' | 'cancelled';
  state: CheckState;
  requestedOn: string;
  requestedByName: string | null;
  claimedOn: string | null;
  issuedOn: string | null;
  seenOn: string | null;
  seenByName: string | null;
  validUntil: string | null;
  /** Until when people may still be accepted with it. */
  countsUntil: string | null;
  /** Negative: so many days ago. */
  daysLeft: number | null;
  note: string | null;
  vacancyTitle: string | null;
  /** It runs out before the work ends for which it is needed. */
  atRisk: boolean;
  replacesId: string | null;
  createdAt: string;
}

/** What an application still lacks before somebody may be accepted. */
export interface MissingCheck {
  kind: CheckKind;
  state: 'none' | 'requested' | 'claimed' | 'expired' | 'revoked';
  checkId: string | null;
  requestedOn: string | null;
  claimedOn: string | null;
}

export interface ChecksQuery {
  'filter[organization_id_eq]'?: string;
  'filter[application_id_eq]'?: string;
  'filter[kind_eq]'?: string;
  'filter[state_in]'?: string;
  'filter[at_risk_eq]'?: boolean;
  'filter[needs_attention_eq]'?: boolean;
  'filter[mine_eq]'?: boolean;
  'filter[q]'?: string;
  sort?: string;
  'page[number]'?: number;
  'page[size]'?: number;
}

export interface SeenPaper {
  issuedOn: string;
  validUntil: string;
  note: string | null;
  sawIt: boolean;
}

/** About an application, or instead of an older check. Without a date it is asked for. */
export interface NewCheck extends Partial<SeenPaper> {
  kind?: CheckKind;
  applicationId?: string;
  replacesId?: string;
}

declare module './schema.d.ts' {
  interface Operations {
    'GET /checks': { query: object; body: unknown };
    'POST /checks': { query: object; body: unknown };
    'PUT /checks/{id}/see': { query: object; body: unknown };
    'PUT /checks/{id}/transition': { query: object; body: unknown };
  }
}

export const CHECK_CALLS = {
  checks: call('GET /checks')<Check, Meta, Nothing, ChecksQuery>(),
  addCheck: call('POST /checks', 'checks')<Check, Meta, NewCheck>(),
  seeCheck: call('PUT /checks/{id}/see', 'checks')<Check, Meta, SeenPaper>(),
  checkStep: call('PUT /checks/{id}/transition', 'checks')<
    Check,
    Meta,
    { event: 'claim' | 'revoke' | 'withdraw' }
  >(),
} as const;
