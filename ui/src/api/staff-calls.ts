// The calls of those who work for a centre or an organisation, apart from the table that every first view carries.
import {
  call,
  type MailKind,
  type MailPreview,
  type Meta,
  type NewPerson,
  type Nothing,
  type OnlySome,
  type RolePlace,
  type SentMeta,
  type StepInput,
  type ThemeChoices,
  type ThemePreview,
  type Transition,
  type Version,
} from './calls.ts';
import type { Query } from './client.ts';
import type { Resource } from './jsonapi.ts';
import type {
  Application,
  Export,
  ExportFormInput,
  Import,
  ImportFormInput,
  ImportMappingInput,
  InternalNote,
  InternalNoteFormInput,
  Organization,
  Taxonomy,
  ThemeInput,
  User,
  Vacancy,
} from './schema.d.ts';

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
  mergeTerm: call('POST /taxonomies/{id}/merge', '')<Taxonomy, Meta, { into: string }>(),
  centreVersions: call('GET /volunteer_centers/{id}/versions')<Version>(),
  restoreCentre: call('POST /volunteer_centers/{id}/versions/{number}/restore')<Resource, Meta, OnlySome>(),
  profileVersions: call('GET /volunteer_center_profiles/{id}/versions')<Version>(),
  restoreProfile: call('POST /volunteer_center_profiles/{id}/versions/{number}/restore')<
    Resource,
    Meta,
    OnlySome
  >(),
  themeVersions: call('GET /themes/{id}/versions')<Version>(),
  restoreTheme: call('POST /themes/{id}/versions/{number}/restore')<Resource, Meta, OnlySome>(),
  themeChoices: call('GET /themes/choices')<Resource, ThemeChoices>(),
  previewTheme: call('PUT /themes/{id}/preview', 'themes')<Resource, ThemePreview, ThemeInput>(),
  addPerson: call('POST /users', 'users')<User, Meta, NewPerson>(),
  changePeople: call('PATCH /users/bulk')(),
  addRole: call('PUT /users/{id}/add_role')<User, Meta, RolePlace>(),
  removeRole: call('DELETE /users/{id}/remove_role')(),
  invite: call('POST /users/{id}/invite')<Resource, SentMeta, Nothing>(),
  resendConfirmation: call('POST /users/{id}/resend_confirmation_instructions')<
    Resource,
    SentMeta,
    Nothing
  >(),
  deactivatePerson: call('PUT /users/{id}/deactivate')<User, Meta, Nothing>(),
  reactivatePerson: call('PUT /users/{id}/reactivate')<User, Meta, Nothing>(),
  notes: call('GET /users/{id}/internal_notes')<InternalNote, Meta, Nothing, Query>(),
  addNote: call('POST /users/{id}/internal_notes', 'internal_notes')<
    InternalNote,
    Meta,
    InternalNoteFormInput
  >(),
  acceptRole: call('PUT /role_invitations/{id}/accept')<Resource, Meta, Nothing>(),
  declineRole: call('PUT /role_invitations/{id}/decline')<Resource, Meta, Nothing>(),
  resendRole: call('POST /role_invitations/{id}/resend')<Resource, Meta, Nothing>(),
  removeMember: call('DELETE /organizations/{id}/members')(),
  exportPeople: call('POST /exports', 'exports')<Export, Meta, ExportFormInput>(),
  exportFile: call('GET /exports/{id}/file')(),
  importPeople: call('POST /imports', 'imports')<Import, Meta, ImportFormInput>(),
  mapImport: call('PATCH /imports/{id}', 'imports')<Import, Meta, ImportMappingInput>(),
  runImport: call('POST /imports/{id}/run')<Import>(),
  faultyRows: call('GET /imports/{id}/faulty')(),
  changeOrganization: call('PUT /organizations/{id}', 'organizations')<
    Organization,
    Meta,
    { status: Organization['status'] }
  >(),
  duplicates: call('GET /organizations/{id}/duplicates')<Organization>(),
  vacancyHistory: call('GET /vacancies/{id}/history')<Transition>(),
  vacancyStep: call('PUT /vacancies/{id}/transition', 'vacancies')<Vacancy, Meta, StepInput>(),
  moderateVacancy: call('PUT /vacancies/{id}/moderate', 'vacancies')<Vacancy, Meta, StepInput>(),
  duplicateVacancy: call('POST /vacancies/{id}/duplicate')<Vacancy, Meta, Nothing>(),
  removeVacancy: call('DELETE /vacancies/{id}')(),
  applicationHistory: call('GET /applications/{id}/history')<Transition>(),
  applicationStep: call('PUT /applications/{id}/transition', '')<Application, Meta, StepInput>(),
  mailKinds: call('GET /mail_previews')<MailKind>(),
  mailPreview: call('GET /mail_previews/{id}')<MailPreview>(),
} as const;
