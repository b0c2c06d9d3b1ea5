// The calls about what people report: abuse, and what is not right. Apart from the table of every first view.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type { AbuseReport, Operations } from './schema.d.ts';

export type { AbuseReport };

export type ReportSubject = AbuseReport['subjectType'];
export type ReportCategory = AbuseReport['category'];
export type ReportStatus = AbuseReport['status'];
export type AppealStatus = NonNullable<AbuseReport['appealStatus']>;
export type Measure = AbuseReport['measures'][number];

/** As they are offered to who reports. */
export const REPORT_CATEGORIES = ['money', 'unsafe', 'insulting', 'misleading', 'spam', 'other'] as const;

export type NewReport = Operations['POST /abuse_reports']['body'];

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
  send: call('POST /abuse_reports', '')(),
  list: call('GET /abuse_reports')<AbuseReport, ReportListMeta, Nothing, ReportQuery>(),
  show: call('GET /abuse_reports/{id}')<AbuseReport>(),
  counts: call('GET /abuse_reports/counts')<Resource, CountsMeta, Nothing, { year?: number }>(),
  outcome: call('GET /abuse_reports/{id}/outcome')<Resource, OutcomeMeta, Nothing, ByLink>(),
  take: call('PUT /abuse_reports/{id}/take')<AbuseReport, Meta, Nothing>(),
  act: call('PUT /abuse_reports/{id}/act', '')<AbuseReport>(),
  dismiss: call('PUT /abuse_reports/{id}/dismiss', '')<AbuseReport>(),
  duplicate: call('PUT /abuse_reports/{id}/duplicate', '')<AbuseReport>(),
  hide: call('PUT /abuse_reports/{id}/hide')<AbuseReport, Meta, Nothing>(),
  unhide: call('PUT /abuse_reports/{id}/show')<AbuseReport, Meta, Nothing>(),
  decideAppeal: call('PUT /abuse_reports/{id}/decide_appeal', '')<AbuseReport>(),
  readConversation: call('PUT /abuse_reports/{id}/read_conversation')<Resource, ConversationMeta, Nothing>(),
  appeal: call('PUT /abuse_reports/{id}/appeal', '')<Resource, Meta, { body: string }, ByLink>(),
} as const;
