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
import type { AbuseReport } from './report-calls.ts';
import type {
  Activity,
  ApiKey,
  ApiKeyFormInput,
  Application,
  Export,
  ExportFormInput,
  Form,
  FormSubmission,
  Import,
  ImportFormInput,
  ImportMappingInput,
  InternalNote,
  InternalNoteFormInput,
  Message,
  Organization,
  Taxonomy,
  ThemeInput,
  User,
  Vacancy,
  VacancyBulkEdit,
  VacancyBulkItem,
  VacancySource,
} from './schema.d.ts';

/** Counts of the rows that move with an organisation to another centre. */
export interface MovePreview extends Resource {
  fromName: string;
  toName: string;
  vacancies: number;
  applications: number;
  /** Null for a manager: the centre keeps them to itself. */
  internalNotes: number | null;
  members: number;
  membersStaying: number;
  lostTerms: readonly string[];
}

/** Counts of the rows that a merge moves, or has moved, to the other organisation. */
export interface MergePreview extends Resource {
  name: string;
  intoName: string;
  vacancies: number;
  applications: number;
  members: number;
  invitations: number;
  internalNotes: number;
  membersOfBoth: number;
  memberNames: readonly string[];
  managers: number;
  mergedAt: string | null;
  undoUntil: string | null;
}

/** The mail of a decision, before it is taken. */
export interface DecisionMail extends Resource {
  subject: string;
  text: string;
}

/** A screen of the site that a menu can lead to. */
export interface SystemPage extends Resource {
  title: string;
  titleEn: string;
  path: string;
  isOn: boolean;
}

/** Where a file or a stock image stands. */
export interface Usage extends Resource {
  subjectType: string;
  subjectId: string;
  title: string;
  path: string | null;
}

/** A form as somebody fills it in. */
export interface PublicForm extends Resource {
  title: string;
  titleEn: string | null;
  description: string | null;
  descriptionEn: string | null;
  state: 'open' | 'not_yet' | 'closed' | 'full' | 'answered';
  /** The first day, as long as it has not come. */
  opensOn?: string | null;
  /** The day after which what was sent is erased. */
  erasedAfter?: string | null;
  thanks: string | null;
  thanksEn: string | null;
  /** The organisation that asks; none: the centre. */
  organizationName: string | null;
  openedAt: string;
  questions: Form['questions'];
}

/** What a reviewer should look at. */
export interface ReviewHints extends Meta {
  hints: readonly {
    code: string;
    severity: 'alert' | 'advice';
    field: string | null;
    values: readonly string[];
  }[];
  criteria: readonly { code: string; state: 'met' | 'unclear' | 'broken'; words: readonly string[] }[];
}

/** One sentence of a text that a reviewer would stop at, and what can stand in its place. */
export interface WritingHint {
  code: string;
  field: string;
  found: readonly string[];
  passage: string;
  replacement: string;
}

export interface VacancyWords {
  title: string;
  summary: string;
  description: string;
  requirements: readonly string[];
  offer: string;
  expenses: string;
}

/** What a vacancy brings. */
export interface VacancyStatistics extends Meta {
  views: number;
  applications: number;
  accepted: number;
  conversion: number | null;
  responseDays: number | null;
  favorites: number;
  days: readonly { day: string; views: number; applications: number }[];
}

/** One change of many vacancies, named by their ids or by filters of the list. */
export interface BulkEditInput {
  ids?: readonly string[];
  filter?: Readonly<Record<string, string>>;
  attributes: Readonly<Record<string, unknown>>;
  versions?: RowVersions;
  dryRun: boolean;
}

/** The `rowVersion` of each row that was read, by id. */
export type RowVersions = Readonly<Record<string, number>>;

/** What a bulk edit would do. Of more than a thousand, the first tell it. */
export interface BulkPreview extends Meta {
  total: number;
  processed: number;
  changed: number;
  unchanged: number;
  failed: number;
  items: readonly BulkPreviewItem[];
  versions: RowVersions;
}

export type BulkPreviewItem = Pick<
  VacancyBulkItem,
  'vacancyId' | 'vacancyTitle' | 'state' | 'isHeld' | 'changes' | 'detail'
>;

/** A step for many applications. */
export interface BulkStep {
  ids: readonly string[];
  versions?: RowVersions;
  attributes: { event: string; reasonCode?: string; message?: string };
  dryRun?: boolean;
}

export interface BulkMeta {
  total?: number;
  changed?: number;
  failed?: number;
}

export const STAFF_CALLS = {
  formByToken: call('GET /forms/by_token/{id}')<PublicForm>(),
  submitForm: call('POST /forms/{id}/submissions', '')<
    Resource,
    { thanksPath: string | null },
    { answers: Readonly<Record<string, unknown>>; locale?: string; startedAt?: string; website?: string }
  >(),
  stepForm: call('PUT /forms/{id}/transition')<Form, Meta, StepInput>(),
  duplicateForm: call('POST /forms/{id}/duplicate')<Form, Meta, Nothing>(),
  formSubmissions: call('GET /forms/{id}/submissions')<FormSubmission, Meta, Nothing, Query>(),
  submissionsFile: call('GET /forms/{id}/submissions/export')<Resource, Meta, Nothing>(),
  changeSubmissions: call('PATCH /form_submissions/bulk')<
    Resource,
    Meta,
    {
      ids: readonly string[];
      attributes: { event: string } | { assigneeId: string } | { delete: true };
    }
  >(),
  stepSubmission: call('PUT /form_submissions/{id}/transition')<FormSubmission, Meta, StepInput>(),
  replyToSubmission: call('POST /form_submissions/{id}/reply', '')<
    FormSubmission,
    Meta,
    { message: string }
  >(),
  inviteToForm: call('POST /forms/{id}/invitations', '')<
    Resource,
    { count: number },
    { emails: readonly string[] }
  >(),
  remindOfForm: call('POST /forms/{id}/invitations/remind', '')<
    Resource,
    { count: number },
    Record<string, never>
  >(),
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
  systemPages: call('GET /menu_items/system_pages')<SystemPage>(),
  arrangeMenus: call('PUT /menu_items/order')<
    Resource,
    Meta,
    { tree: readonly { id: string; children?: readonly { id: string }[] }[] }
  >(),
  uploadUsages: call('GET /uploads/{id}/usages')<Usage>(),
  stockImageUsages: call('GET /stock_images/{id}/usages')<Usage>(),
  bringStarterSet: call('POST /stock_images/starter_set')<Resource, { added: number }>(),
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
  importTable: call('POST /imports', 'imports')<Import, Meta, ImportFormInput>(),
  mapImport: call('PATCH /imports/{id}', 'imports')<Import, Meta, ImportMappingInput>(),
  runImport: call('POST /imports/{id}/run')<Import>(),
  faultyRows: call('GET /imports/{id}/faulty')(),
  changeOrganization: call('PUT /organizations/{id}', 'organizations')<
    Organization,
    Meta,
    { status: Organization['status'] } | { trusted: boolean }
  >(),
  duplicates: call('GET /organizations/{id}/duplicates')<Organization>(),
  vacancyHistory: call('GET /vacancies/{id}/history')<Transition>(),
  vacancyStep: call('PUT /vacancies/{id}/transition', 'vacancies')<
    Vacancy,
    Meta & { reviewReasons?: readonly WritingHint[] },
    StepInput
  >(),
  moderateVacancy: call('PUT /vacancies/{id}/moderate', 'vacancies')<Vacancy, Meta, StepInput>(),
  moderationPreview: call('PUT /vacancies/{id}/moderation_preview', '')<DecisionMail, Meta, StepInput>(),
  duplicateVacancy: call('POST /vacancies/{id}/duplicate')<Vacancy, Meta, Nothing>(),
  activityReviewHints: call('GET /activities/{id}/review_hints')<
    Resource,
    Meta & Pick<ReviewHints, 'hints'>
  >(),
  reviewHints: call('GET /vacancies/{id}/review_hints')<Resource, ReviewHints>(),
  writingHints: call('PUT /vacancies/writing_hints', '')<
    Resource,
    Meta & { hints: readonly WritingHint[] },
    VacancyWords
  >(),
  vacancyStatistics: call('GET /vacancies/{id}/statistics')<Resource, VacancyStatistics>(),
  moderation: call('GET /moderation')<
    Vacancy | Organization | Activity | AbuseReport,
    Meta,
    Nothing,
    Query
  >(),
  readVacancySource: call('PUT /vacancy_sources/{id}/read', 'vacancy_sources')<
    VacancySource,
    Meta,
    Nothing
  >(),
  makeApiKey: call('POST /api_keys', 'api_key_forms')<ApiKey, { secret: string }, ApiKeyFormInput>(),
  revokeApiKey: call('PUT /api_keys/{id}/revoke')<ApiKey, Meta, Nothing>(),
  beginBulkEdit: call('POST /vacancy_bulk_edits', '')<VacancyBulkEdit, Meta, BulkEditInput>(),
  rehearseBulkEdit: call('POST /vacancy_bulk_edits', '')<Resource, BulkPreview, BulkEditInput>(),
  undoBulkEdit: call('PUT /vacancy_bulk_edits/{id}/undo')<VacancyBulkEdit, Meta, Nothing>(),
  removeVacancy: call('DELETE /vacancies/{id}')(),
  applicationHistory: call('GET /applications/{id}/history')<Transition>(),
  applicationStep: call('PUT /applications/{id}/transition', '')<Application, Meta, StepInput>(),
  applicationSteps: call('POST /applications/bulk_transition', '')<Resource, BulkMeta, BulkStep>(),
  stepPreview: call('PUT /applications/{id}/step_preview', '')<DecisionMail, Meta, StepInput>(),
  applicationMessages: call('GET /applications/{id}/messages')<Message>(),
  writeMessage: call('POST /applications/{id}/messages', '')<Message, Meta, { body: string }>(),
  readMessages: call('PUT /applications/{id}/messages/read')<Resource, Meta, Nothing>(),
  askCentre: call('POST /applications/{id}/ask_centre')<Application, Meta, Nothing>(),
  applicationNotes: call('GET /applications/{id}/internal_notes')<InternalNote, Meta, Nothing, Query>(),
  addApplicationNote: call('POST /applications/{id}/internal_notes', 'internal_notes')<
    InternalNote,
    Meta,
    InternalNoteFormInput
  >(),
  mailKinds: call('GET /mail_previews')<MailKind>(),
  mailPreview: call('GET /mail_previews/{id}')<MailPreview>(),
  archivePerson: call('PUT /users/{id}/archive')<User, Meta, { reasonCode?: string; reason?: string }>(),
} as const;
