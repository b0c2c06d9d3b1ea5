// The yearly report of a centre: what stands on the paper, the paper as a file, and the texts and goals of the centre's own.
import type { Figure, KeyFigure } from './analytics-calls.ts';
import { addressOf, get } from './client.ts';
import { type Download, download } from './download.ts';
import type { Resource } from './jsonapi.ts';
import { createResource, payloadOf, queryOfCall, readResource, updateResource } from './requests.ts';

/** What a goal can be set for. */
export const GOAL_MEASURES = [
  'applications',
  'started',
  'hours',
  'organizations',
  'days_to_answer',
  'under_27',
] as const;
export type GoalMeasure = (typeof GOAL_MEASURES)[number];

export type GoalState = 'reached' | 'almost' | 'missed' | 'running' | 'unknown';

export interface ReportGoal {
  measure: GoalMeasure;
  label: string;
  /** Both as they are read: '850', '4,5 dagen'. */
  target: string;
  reached: string;
  state: GoalState;
}

/** The yearly report as it is read, in the reader's language. */
export interface YearReportPage extends Resource {
  year: number;
  /** That can be asked for, the newest first. */
  years: readonly number[];
  /** The year is not over: the figures are until today. */
  isRunning: boolean;
  center: { id: string; name: string; address: string | null; phoneNumber: string | null };
  recipient: string | null;
  title: string;
  /** The centre's own, else made from the figures. */
  intro: string;
  keyNumbers: readonly KeyFigure[];
  figures: readonly Figure[];
  goals: readonly ReportGoal[];
  stories: readonly { quote: string; by: string | null }[];
  /** Plain text, with empty lines between paragraphs. */
  setbacks: string | null;
  /** The centre's own, else made from searches without a result. */
  demand: string | null;
  method: readonly string[];
  /** The row of texts; null before the first save. */
  reportId: string | null;
  /** Whether the reader may write the texts here. */
  isEditable: boolean;
}

export interface YearReportQuery {
  year?: string;
  centerId?: string;
}

const PATH = '/analytics/year_report';

/** Where the cache keeps a yearly report. */
export const keyOfYearReport = (query: YearReportQuery): string => addressOf(PATH, queryOfCall(query));

/** Throws as `get` does. */
export async function loadYearReport(
  query: YearReportQuery,
  signal?: AbortSignal,
): Promise<YearReportPage | null> {
  const { document } = await get(PATH, { query: queryOfCall(query), ...(signal ? { signal } : {}) });
  return payloadOf<YearReportPage>(document).items[0] ?? null;
}

/** The report as a PDF. */
export const fetchYearReport = (query: YearReportQuery): Promise<Download> =>
  download(`${PATH}/pdf`, queryOfCall(query));

/** Text that a centre writes in both languages; an empty one is taken from the other language. */
export interface YearReportTexts {
  recipientNl: string | null;
  recipientEn: string | null;
  introNl: string | null;
  introEn: string | null;
  setbacksNl: string | null;
  setbacksEn: string | null;
  demandNl: string | null;
  demandEn: string | null;
  goals: readonly { measure: GoalMeasure; target: number }[];
  stories: readonly {
    quoteNl: string | null;
    quoteEn: string | null;
    byNl: string | null;
    byEn: string | null;
  }[];
}

export interface YearReport extends Resource, YearReportTexts {
  year: number;
  volunteerCenterId: string;
}

const TYPE = 'year_reports';

/** The texts of one year with their version: a later change is checked against it. */
export const loadYearReportTexts = (id: string, signal?: AbortSignal): Promise<YearReport> =>
  readResource(TYPE, id, {}, signal ? { signal } : {}) as Promise<unknown> as Promise<YearReport>;

/** The first texts of a year make its row; a change of an older version is refused with 412. */
export const saveYearReportTexts = (
  { id, year }: { id: string | null; year: number },
  texts: YearReportTexts,
): Promise<unknown> =>
  id === null ? createResource(TYPE, { year, ...texts } as never) : updateResource(TYPE, id, texts as never);
