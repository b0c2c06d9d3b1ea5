// The figures of a centre, apart from the table of every first view.
import { addressOf, get, type Query } from './client.ts';
import { type Download, download } from './download.ts';
import type { Resource } from './jsonapi.ts';
import { payloadOf, queryOfCall } from './requests.ts';

/** Subjects of figures, in the order of the tabs. */
export const ANALYTICS_TABS = [
  'overview',
  'vacancies',
  'applications',
  'organizations',
  'volunteers',
  'hours',
  'activities',
  'searches',
  'content',
  'conversations',
] as const;
export type AnalyticsTab = (typeof ANALYTICS_TABS)[number];

/** Days as '2026-11-23'. */
export interface AnalyticsPeriod {
  /** '2026', '2026-q4' or '2026-11'. */
  key: string;
  /** '1 januari tot en met 23 november 2026'; of a period that is not over until today. */
  label: string;
  from: string;
  to: string;
  /** It is not over yet. */
  isRunning: boolean;
}

export interface KeyFigure {
  key: string;
  /** Null when the group is too small, or when it is no whole number. */
  value: number | null;
  text: string;
  label: string;
  /** The same number of the period it is compared with: '2025: 1.946'. */
  before: string | null;
  trend: 'up' | 'down' | 'same' | null;
  isBetter: boolean | null;
}

/** Widths, in pixels, for which the server draws a chart. */
export type ChartWidth = 320 | 460 | 940;

export interface FigureColumn {
  key: string;
  label: string;
  isNumber: boolean;
}

export type FigureBadge = 'good' | 'fair' | 'slow' | 'none';

export interface FigureCell {
  text: string;
  value: number | null;
  /** The group is too small to be shown. */
  isHidden: boolean;
  href: string | null;
  badge: FigureBadge | null;
}

export interface FigureRow {
  cells: readonly FigureCell[];
}

export interface Figure {
  key: string;
  title: string;
  /** One or two sentences, in which `**…**` marks words. */
  finding: string;
  size: 'half' | 'full';
  /** None: the figure is its table. */
  charts: readonly { width: ChartWidth; svg: string }[];
  note: string | null;
  columns: readonly FigureColumn[];
  rows: readonly FigureRow[];
  hasHidden: boolean;
}

/** Figures of one subject, in the reader's language. */
export interface Analytics extends Resource {
  id: AnalyticsTab;
  /** Which may be opened. */
  tabs: readonly AnalyticsTab[];
  period: AnalyticsPeriod;
  compare: AnalyticsPeriod | null;
  periods: readonly { key: string; label: string }[];
  /** More than one for an administrator alone. */
  centers: readonly { id: string; name: string }[];
  centerId: string;
  themeId: string | null;
  organizationId: string | null;
  /** Of the organisation that one works for alone. */
  isOwn: boolean;
  /** When they were counted; null before the first time. */
  updatedAt: string | null;
  keyNumbers: readonly KeyFigure[];
  figures: readonly Figure[];
}

export interface AnalyticsQuery {
  period?: string;
  compare?: 'none';
  themeId?: string;
  organizationId?: string;
  centerId?: string;
}

const pathOfTab = (tab: AnalyticsTab): string => `/analytics/${tab}`;

/** Where the cache keeps the figures of a subject. */
export const keyOfAnalytics = (tab: AnalyticsTab, query: AnalyticsQuery): string =>
  addressOf(pathOfTab(tab), queryOfCall(query));

/** Throws as `get` does. */
export async function loadAnalytics(
  tab: AnalyticsTab,
  query: AnalyticsQuery,
  signal?: AbortSignal,
): Promise<Analytics | null> {
  const { document } = await get(pathOfTab(tab), {
    query: queryOfCall(query),
    ...(signal ? { signal } : {}),
  });
  return payloadOf<Analytics>(document).items[0] ?? null;
}

export const FIGURE_FORMATS = ['xlsx', 'csv'] as const;
export type FigureFormat = (typeof FIGURE_FORMATS)[number];

/** The table of a figure as a file. */
export function fetchFigure(
  tab: AnalyticsTab,
  figure: string,
  query: AnalyticsQuery,
  format: FigureFormat,
): Promise<Download> {
  const asked: Query = { ...queryOfCall(query), format };
  return download(`${pathOfTab(tab)}/${encodeURIComponent(figure)}`, asked);
}
