// The calls of those who work for a centre or an organisation, apart from the table that every first view carries.
import { call, type Meta, type NewPerson, type Nothing, type SentMeta, type Transition } from './calls.ts';
import type { Query } from './client.ts';
import type { Resource } from './jsonapi.ts';
import type { InternalNote, InternalNoteFormInput, Organization, Taxonomy, User } from './schema.d.ts';

/** What goes along to another centre. */
export interface MovePreview extends Resource {
  fromName: string;
  toName: string;
  vacancies: number;
  applications: number;
  internalNotes: number;
  members: number;
  membersStaying: number;
  lostTerms: readonly string[];
}

/** What goes up, or went up, in another organisation. */
export interface MergePreview extends Resource {
  name: string;
  intoName: string;
  vacancies: number;
  applications: number;
  members: number;
  invitations: number;
  internalNotes: number;
  membersOfBoth: number;
  mergedAt: string | null;
  undoUntil: string | null;
}

/** The mail of a decision, before it is taken. */
export interface DecisionMail extends Resource {
  subject: string;
  text: string;
}

export const STAFF_CALLS = {
  organizationHistory: call('GET /organizations/{id}/history')<Transition>(),
  decisionPreview: call('PUT /organizations/{id}/decision_preview', '')<
    DecisionMail,
    Meta,
    { status: Organization['status']; reasonCode?: string; reasonText?: string }
  >(),
  askOrganization: call('POST /organizations/{id}/question', '')<Organization, Meta, { message: string }>(),
  confirmOrganization: call('PUT /organizations/{id}/confirm_current', '')<
    Organization,
    Meta,
    Record<string, never>
  >(),
  movePreview: call('GET /organizations/{id}/move')<MovePreview, Meta, Nothing, { to?: string }>(),
  askMove: call('PUT /organizations/{id}/move', '')<
    Organization,
    Meta,
    { volunteerCenterId: string | null }
  >(),
  answerMove: call('PUT /organizations/{id}/move/confirm', '')<
    Organization,
    Meta,
    { event: 'accept' | 'refuse'; message?: string }
  >(),
  mergeOrganization: call('POST /organizations/{id}/merge', '')<
    MergePreview,
    Meta,
    { into: string; dryRun?: boolean }
  >(),
  merges: call('GET /organizations/{id}/merges')<MergePreview>(),
  undoMerge: call('POST /organizations/{id}/merge/undo', '')<
    Organization,
    Meta,
    { organizationId: string }
  >(),
  organizationNotes: call('GET /organizations/{id}/internal_notes')<InternalNote, Meta, Nothing, Query>(),
  addOrganizationNote: call('POST /organizations/{id}/internal_notes', 'internal_notes')<
    InternalNote,
    Meta,
    InternalNoteFormInput
  >(),
  members: call('GET /organizations/{id}/members')<User, Meta, Nothing, Query>(),
  inviteMember: call('POST /organizations/{id}/members', 'users')<User, SentMeta, NewPerson>(),
  mergeTerm: call('POST /taxonomies/{id}/merge', '')<Taxonomy, Meta, { into: string }>(),
} as const;
