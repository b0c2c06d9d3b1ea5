// The calls about checks: papers that somebody has seen, of which only the dates are kept.
import { call, type Meta } from './calls.ts';
import type { Application, Check } from './schema.d.ts';

export type CheckKind = Check['kind'];
export type CheckState = Check['state'];

/** What an application still lacks before somebody may be accepted. */
export interface MissingCheck extends Omit<Application['missingChecks'][number], 'kind'> {
  kind: CheckKind;
}

export interface SeenPaper {
  issuedOn: string;
  validUntil: string;
  note: string | null;
  sawIt: boolean;
}

/** About an application, instead of an older check, or of one of the centre's people. Without a date it is asked for. */
export interface NewCheck extends Partial<SeenPaper> {
  kind?: CheckKind;
  applicationId?: string;
  replacesId?: string;
  userId?: string;
}

export const CHECK_CALLS = {
  addCheck: call('POST /checks', 'checks')<Check, Meta, NewCheck>(),
  seeCheck: call('PUT /checks/{id}/see', 'checks')<Check, Meta, SeenPaper>(),
  checkStep: call('PUT /checks/{id}/transition', 'checks')<
    Check,
    Meta,
    { event: 'claim' | 'revoke' | 'withdraw' }
  >(),
} as const;
