// The calls about hours of voluntary work, and the papers that prove them.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export type HoursStatus = 'logged' | 'confirmed' | 'corrected' | 'disputed' | 'refused';
export type HoursHint = 'more_than_usual' | 'long_day' | 'twice_a_day' | 'old';

export interface HoursEntry extends Resource {
  userId: string | null;
  personName: string;
  /** None: of the centre itself. */
  organizationId: string | null;
  organizationName: string;
  applicationId: string | null;
  vacancyId: string | null;
  activityId: string | null;
  occurrenceId: string | null;
  /** The title of the vacancy or activity, else the person's own words. */
  work: string;
  /** `YYYY-MM-DD` */
  day: string;
  /** The hours that count now. */
  hours: number;
  /** The hours as they were first written. */
  loggedHours: number;
  remark: string | null;
  status: HoursStatus;
  /** Of the last correction, dispute or refusal. */
  reason: string | null;
  reasonBy: 'volunteer' | 'organization' | null;
  confirmedByName: string | null;
  confirmedAt: string | null;
  /** Confirmed because nobody looked at it for thirty days. */
  isAutomatic: boolean;
  isMine: boolean;
  source: 'own' | 'check_in' | 'staff';
  hints: readonly HoursHint[];
  /** The median of this person's confirmed entries of the same work. */
  usualHours: number | null;
  isStudent: boolean;
  hourTarget: number | null;
  hoursDone: number | null;
  createdAt: string;
}

/** One of `applicationId`, `activityId`, or `organizationId` with a description. */
export interface NewHours {
  applicationId?: string;
  activityId?: string;
  organizationId?: string;
  description?: string;
  day: string;
  hours: number;
  remark?: string | null;
  /** Staff alone, who write for somebody. */
  userId?: string;
}

export interface HoursChange {
  day: string;
  hours: number;
  remark: string | null;
  /** Where it is in own words. */
  work?: string;
}

export interface HoursQuery {
  'filter[user_id_eq]'?: string;
  'filter[organization_id_eq]'?: string;
  'filter[status_in]'?: string;
  'filter[day_gteq]'?: string;
  'filter[day_lteq]'?: string;
  'filter[mine_eq]'?: boolean;
  'filter[has_hints_eq]'?: boolean;
  'filter[is_student_eq]'?: boolean;
  'filter[q]'?: string;
  sort?: string;
  'page[number]'?: number;
  'page[size]'?: number;
}

export interface HoursTotalsQuery
  extends Pick<
    HoursQuery,
    | 'filter[user_id_eq]'
    | 'filter[organization_id_eq]'
    | 'filter[mine_eq]'
    | 'filter[day_gteq]'
    | 'filter[day_lteq]'
  > {
  group_by?: 'work' | 'organization' | 'month' | 'person';
}

export interface HoursTotals extends Meta {
  hours: number;
  confirmedHours: number;
  waitingHours: number;
  people: number;
  groups: readonly {
    key: string;
    label: string;
    /** Of a work. */
    organizationName: string | null;
    hours: number;
    confirmedHours: number;
  }[];
}

export interface LoggableWork {
  kind: 'application' | 'activity' | 'organization';
  id: string;
  label: string;
  organizationId: string | null;
  organizationName: string | null;
  lastDay: string | null;
  lastHours: number | null;
}

/** What can be done with hours: by who confirms them, and by whose they are. */
export type HoursEvent = 'confirm' | 'return' | 'refuse' | 'accept' | 'dispute';

export interface HoursStep {
  event: HoursEvent;
  message?: string;
}

export interface ManyHoursSteps {
  ids: readonly string[];
  attributes: HoursStep;
  versions: Readonly<Record<string, number>>;
}

export type ProofKind = 'volunteering' | 'certificate' | 'overview';

export interface ProofLine {
  work: string;
  organizationName: string;
  from: string;
  to: string;
  hours: number;
  /** Empty where time did. */
  confirmedBy: readonly string[];
}

/** What a paper says. */
export interface ProofContent {
  personName: string;
  /** First and last day of what is on it; of a certificate the day itself. */
  from: string | null;
  to: string | null;
  totalHours: number;
  lines: readonly ProofLine[];
  tasks: string | null;
  /** Of the workshop that a certificate is about. */
  title: string | null;
}

export interface Proof extends Resource, ProofContent {
  kind: ProofKind;
  locale: 'nl' | 'en';
  /** `7K4M92QX` */
  code: string;
  createdAt: string;
  withdrawnAt: string | null;
}

export interface NewProof {
  kind: ProofKind;
  from?: string;
  to?: string;
  /** Keys of the totals by work; none: all of it. */
  work?: readonly string[];
  tasks?: string;
  registrationId?: string;
  locale: 'nl' | 'en';
}

export const HOURS_CALLS = {
  hours: call('GET /hours_entries')<HoursEntry, Meta, Nothing, HoursQuery>(),
  writeHours: call('POST /hours_entries', 'hours_entry_forms')<HoursEntry, Meta, NewHours>(),
  changeHours: call('PATCH /hours_entries/{id}', 'hours_entries')<HoursEntry, Meta, HoursChange>(),
  removeHours: call('DELETE /hours_entries/{id}')<Resource, Meta, Nothing>(),
  hoursStep: call('PUT /hours_entries/{id}/transition', 'hours_entries')<HoursEntry, Meta, HoursStep>(),
  correctHours: call('PUT /hours_entries/{id}/correct', 'hours_corrections')<
    HoursEntry,
    Meta,
    { hours: number; reason: string }
  >(),
  manyHoursSteps: call('POST /hours_entries/bulk_transition', '')<Resource, Meta, ManyHoursSteps>(),
  repeatHours: call('POST /hours_entries/repeat', 'hours_repeats')<
    HoursEntry,
    Meta,
    { ids: readonly string[] }
  >(),
  hoursTotals: call('GET /hours_entries/totals')<Resource, HoursTotals, Nothing, HoursTotalsQuery>(),
  hoursWork: call('GET /hours_entries/work')<Resource, { work: readonly LoggableWork[] }>(),
  proofs: call('GET /proofs')<Proof>(),
  makeProof: call('POST /proofs', 'proofs')<Proof, Meta, NewProof>(),
  previewProof: call('POST /proofs/preview', 'proofs')<Resource, ProofContent, NewProof>(),
  proofFile: call('GET /proofs/{id}/pdf')(),
  withdrawProof: call('PUT /proofs/{id}/withdraw')<Proof, Meta, Nothing>(),
} as const;
