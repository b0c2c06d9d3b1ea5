// The calls about what people report: abuse, and what is not right. Apart from the table of every first view.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export type ReportSubject =
  | 'vacancies'
  | 'activities'
  | 'organizations'
  | 'pages'
  | 'forms'
  | 'users'
  | 'messages';

export const REPORT_CATEGORIES = ['money', 'unsafe', 'insulting', 'misleading', 'spam', 'other'] as const;
export type ReportCategory = (typeof REPORT_CATEGORIES)[number];

export type ReportStatus = 'new' | 'in_review' | 'action_taken' | 'no_action' | 'duplicate';
export type AppealStatus = 'open' | 'upheld' | 'overturned';
export type Measure =
  | 'hide'
  | 'take_down'
  | 'changed'
  | 'pause_writing'
  | 'warn'
  | 'ask_organization'
  | 'lock_account';

export interface NewReport {
  subjectType: ReportSubject;
  subjectId: string;
  category: ReportCategory;
  body: string;
  /** Of who has no account, and wants to hear what came of it. */
  email?: string;
}

/** What was reported, as it was when it was reported first. */
export interface ReportSnapshot {
  title: string;
  text: string;
  author: string;
  at: string | null;
  before: { text: string; author: string; at: string } | null;
  details: readonly { label: string; value: string }[];
}

export interface ReportLine {
  id: string;
  category: ReportCategory;
  body: string;
  reporterName: string;
  createdAt: string;
  status: ReportStatus;
}

export interface AbuseReport extends Resource {
  subjectType: ReportSubject;
  subjectId: string;
  subjectTitle: string;
  subjectPath: string | null;
  organizationId: string | null;
  organizationName: string | null;
  reportedUserId: string | null;
  reportedName: string;
  category: ReportCategory;
  body: string;
  /** Empty: no account, or gone. */
  reporterName: string;
  reporterEmail: string | null;
  status: ReportStatus;
  createdAt: string;
  snapshot: ReportSnapshot;
  isHidden: boolean;
  /** All that are open about the same thing, this one included. */
  reports: readonly ReportLine[];
  reportsCount: number;
  accountDays: number | null;
  organizationSince: string | null;
  earlierReports: number;
  earlierMeasures: number;
  handledById: string | null;
  handledByName: string | null;
  decidedById: string | null;
  decidedByName: string | null;
  decidedAt: string | null;
  measures: readonly Measure[];
  reporterText: string | null;
  reportedText: string | null;
  note: string | null;
  appealUntil: string | null;
  appealedAt: string | null;
  appealBy: 'reporter' | 'reported' | null;
  appealBody: string | null;
  appealStatus: AppealStatus | null;
  /** What was answered to it. */
  appealText: string | null;
  canDecideAppeal: boolean;
  availableMeasures: readonly Measure[];
  hasConversation: boolean;
}

export interface ReportQuery {
  'filter[status_in]'?: string;
  'filter[open_eq]'?: boolean;
  'filter[q]'?: string;
  'page[number]'?: number;
  'page[size]'?: number;
  sort?: 'created_at' | '-created_at';
}

export interface ReportListMeta extends Meta {
  total?: number;
  pages?: number;
}

/** A whole conversation, read because of a report. */
export interface ConversationMeta extends Meta {
  messages: readonly {
    author: string;
    side: string;
    body: string;
    createdAt: string;
    isReported: boolean;
  }[];
}

export interface ReportCounts {
  category: ReportCategory;
  subjectType: ReportSubject;
  received: number;
  actionTaken: number;
  noAction: number;
  duplicate: number;
  open: number;
  appealed: number;
  overturned: number;
  medianDays: number | null;
}

export interface CountsMeta extends Meta {
  year: number;
  rows: readonly ReportCounts[];
}

/** What came of a report, for who reported and for whom it was about. */
export interface OutcomeMeta extends Meta {
  side: 'reporter' | 'reported';
  subjectType: ReportSubject;
  subjectTitle: string;
  category: ReportCategory;
  createdAt: string;
  status: ReportStatus;
  decidedAt: string | null;
  text: string | null;
  measures: readonly Measure[];
  canAppeal: boolean;
  appealUntil: string | null;
  appealedAt: string | null;
  appealByMe: boolean;
  appealStatus: AppealStatus | null;
  appealText: string | null;
  centerName: string;
}

interface ByLink {
  token?: string;
}

export const REPORT_CALLS = {
  send: call('POST /abuse_reports', '')<Resource, Meta, NewReport>(),
  list: call('GET /abuse_reports')<AbuseReport, ReportListMeta, Nothing, ReportQuery>(),
  show: call('GET /abuse_reports/{id}')<AbuseReport>(),
  counts: call('GET /abuse_reports/counts')<Resource, CountsMeta, Nothing, { year?: number }>(),
  outcome: call('GET /abuse_reports/{id}/outcome')<Resource, OutcomeMeta, Nothing, ByLink>(),
  take: call('PUT /abuse_reports/{id}/take')<AbuseReport, Meta, Nothing>(),
  act: call('PUT /abuse_reports/{id}/act', '')<
    AbuseReport,
    Meta,
    { measures: readonly Measure[]; reporterText: string; reportedText: string; note?: string }
  >(),
  dismiss: call('PUT /abuse_reports/{id}/dismiss', '')<
    AbuseReport,
    Meta,
    { reporterText: string; note?: string }
  >(),
  duplicate: call('PUT /abuse_reports/{id}/duplicate', '')<
    AbuseReport,
    Meta,
    { ofId: string; note?: string }
  >(),
  hide: call('PUT /abuse_reports/{id}/hide')<AbuseReport, Meta, Nothing>(),
  unhide: call('PUT /abuse_reports/{id}/show')<AbuseReport, Meta, Nothing>(),
  decideAppeal: call('PUT /abuse_reports/{id}/decide_appeal', '')<
    AbuseReport,
    Meta,
    { overturn: boolean; text: string }
  >(),
  readConversation: call('PUT /abuse_reports/{id}/read_conversation')<Resource, ConversationMeta, Nothing>(),
  appeal: call('PUT /abuse_reports/{id}/appeal', '')<Resource, Meta, { body: string }, ByLink>(),
} as const;
