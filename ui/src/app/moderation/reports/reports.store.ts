// What was reported, for who decides on it: loading it, and each step.
import { keepVersion, refresh, versionOf } from '../../../api/cache.ts';
import { ApiError } from '../../../api/client.ts';
import { keyOf, useLoaded } from '../../../api/hooks.ts';
import {
  type AbuseReport,
  type ConversationMeta,
  type Measure,
  REPORT_CALLS,
  type ReportQuery,
} from '../../../api/report-calls.ts';
import { send } from '../../../api/requests.ts';

const PATH = '/abuse_reports';
const HANDLED = 'action_taken,no_action,duplicate';
const MOST_TO_CHOOSE = 50;

/** With the version that it is: a step says which one was read. */
async function loadReport(id: string, signal?: AbortSignal): Promise<AbuseReport | null> {
  const { item, headers } = await send(REPORT_CALLS.show, { id, fresh: true, ...(signal ? { signal } : {}) });
  const version = headers.get('etag');
  if (item && version) keepVersion(item.type, item.id, version);
  return item;
}

export const useReport = (id: string) =>
  useLoaded(keyOf(`${PATH}/${id}`), (signal) => loadReport(id, signal));

/** Where it stands in the list: with the oldest open one about the same. */
export async function placeOfReport(id: string): Promise<string> {
  const report = await loadReport(id);
  if (report?.appealStatus === 'open') return `/moderation?kind=appeal&open=abuse_reports-${id}`;
  const open = report?.status === 'new' || report?.status === 'in_review';
  if (!open) return `/moderation?kind=report&handled=1&open=abuse_reports-${id}`;
  const oldest = [...report.reports].sort((one, other) => one.createdAt.localeCompare(other.createdAt))[0];
  return `/moderation?kind=report&open=abuse_reports-${oldest?.id ?? id}`;
}

export interface HandledQuery {
  q: string;
  page: number;
  size: number;
}

/** What was decided on, the newest first. */
export async function loadHandled({ q, page, size }: HandledQuery, signal: AbortSignal) {
  const query: ReportQuery = {
    'filter[status_in]': HANDLED,
    'page[size]': size,
    sort: '-created_at',
    ...(q ? { 'filter[q]': q } : {}),
    ...(page > 1 ? { 'page[number]': page } : {}),
  };
  const { items, meta } = await send(REPORT_CALLS.list, { query, signal, fresh: true });
  return { items, total: meta.total ?? items.length, pages: meta.pages ?? 1 };
}

/** What a report can be a duplicate of: everything else that was reported, but no duplicates themselves. */
export function useOthers({ id, reports }: AbuseReport) {
  const same = new Set([id, ...reports.map((each) => each.id)]);
  return useLoaded(`${keyOf(PATH)}?others=${id}`, async (signal) => {
    const query: ReportQuery = {
      'filter[status_in]': 'new,in_review,action_taken,no_action',
      'page[size]': MOST_TO_CHOOSE,
      sort: '-created_at',
    };
    const { items } = await send(REPORT_CALLS.list, { query, signal });
    return items.filter((each) => !same.has(each.id));
  });
}

async function andReload<T>(step: Promise<T>): Promise<T> {
  try {
    return await step;
  } finally {
    await refresh(keyOf(PATH));
  }
}

export type PlainStep = 'take' | 'hide' | 'unhide';

/** From the list too, where only the row was read. */
export async function takeStep(step: PlainStep, { id }: AbuseReport): Promise<void> {
  if (versionOf('abuse_reports', id) === undefined) await loadReport(id);
  await andReload(send(REPORT_CALLS[step], { id, isChecked: true }));
}

export interface Action {
  measures: readonly Measure[];
  reporterText: string;
  reportedText: string;
  note: string;
}

const withNote = <T extends object>(body: T, note: string): T & { note?: string } =>
  note === '' ? body : { ...body, note };

export const act = (report: AbuseReport, { note, ...action }: Action) =>
  andReload(send(REPORT_CALLS.act, { id: report.id, body: withNote(action, note), isChecked: true }));

export const dismiss = (report: AbuseReport, reporterText: string, note: string) =>
  andReload(
    send(REPORT_CALLS.dismiss, {
      id: report.id,
      body: withNote({ reporterText }, note),
      isChecked: true,
    }),
  );

export const markDuplicate = (report: AbuseReport, ofId: string) =>
  andReload(send(REPORT_CALLS.duplicate, { id: report.id, body: { ofId }, isChecked: true }));

export const decideAppeal = (report: AbuseReport, overturn: boolean, text: string) =>
  andReload(send(REPORT_CALLS.decideAppeal, { id: report.id, body: { overturn, text }, isChecked: true }));

export type WholeConversation = ConversationMeta['messages'];

/** It is written down, and shown to both sides. */
export async function readConversation(report: AbuseReport): Promise<WholeConversation> {
  const { meta } = await andReload(send(REPORT_CALLS.readConversation, { id: report.id, isChecked: true }));
  return meta.messages ?? [];
}

export const isStale = (thrown: unknown): boolean => thrown instanceof ApiError && thrown.statusCode === 412;
