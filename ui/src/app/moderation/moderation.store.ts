// What waits for the centre, as rows of one list: organisations, what they ask to change, vacancies and their changes,
// activities, and what people reported.
import { useLoaded } from '../../api/hooks.ts';
import type { AbuseReport } from '../../api/report-calls.ts';
import { readResource, send } from '../../api/requests.ts';
import type { Activity, Organization, Vacancy } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import type { ListData } from '../../components/work-list/list-types.ts';
import { countWaiting } from './moderation-count.ts';
import { loadHandled } from './reports/reports.store.ts';

export type Kind =
  | 'vacancy'
  | 'revision'
  | 'organization'
  | 'organization_change'
  | 'activity'
  | 'report'
  | 'appeal';
export const KINDS: readonly Kind[] = [
  'vacancy',
  'revision',
  'organization',
  'organization_change',
  'activity',
  'report',
  'appeal',
];

export interface Waiting {
  /** 'vacancies-12': ids of two types may be the same. */
  key: string;
  kind: Kind;
  title: string;
  organization: string;
  since: string;
  /** Working days since then; null where nothing waits any more. */
  waitingDays: number | null;
  vacancy: Vacancy | null;
  organizationRow: Organization | null;
  activity: Activity | null;
  report: AbuseReport | null;
}

interface Asked {
  /** Reports that were decided on. */
  isHandled: boolean;
  kind: Kind | '';
  q: string;
  page: number;
  size: number;
}

interface CommonMeta {
  common?: { kind?: Kind; organization?: string; since?: string; title?: string; waiting_days?: number };
}

async function loadHandledReports(asked: Asked, signal: AbortSignal) {
  const { items, total, pages } = await loadHandled(asked, signal);
  const rows = items.map(
    (report): Waiting => ({
      key: `abuse_reports-${report.id}`,
      kind: 'report',
      title: report.subjectTitle,
      organization: report.organizationName ?? '',
      since: report.decidedAt ?? report.createdAt,
      waitingDays: null,
      vacancy: null,
      organizationRow: null,
      activity: null,
      report,
    }),
  );
  return { rows, total, pages };
}

async function load({ kind, q, page, size }: Asked, signal: AbortSignal) {
  const { document, items, meta } = await send(STAFF_CALLS.moderation, {
    query: {
      ...(kind ? { 'filter[kind_eq]': kind } : {}),
      ...(q ? { 'filter[q]': q } : {}),
      'page[number]': page > 1 ? page : null,
      'page[size]': size,
      sort: 'since',
    },
    signal,
    fresh: true,
  });
  const wires = Array.isArray(document.data) ? document.data : [];
  const rows = wires.flatMap((wire, at): Waiting[] => {
    const item = items[at];
    const common = (wire.meta as CommonMeta | undefined)?.common;
    if (!item || !common?.kind) return [];
    return [
      {
        key: `${wire.type}-${wire.id}`,
        kind: common.kind,
        title: common.title ?? '',
        organization: common.organization ?? '',
        since: common.since ?? '',
        waitingDays: common.waiting_days ?? 0,
        vacancy: wire.type === 'vacancies' ? (item as Vacancy) : null,
        organizationRow: wire.type === 'organizations' ? (item as Organization) : null,
        activity: wire.type === 'activities' ? (item as Activity) : null,
        report: wire.type === 'abuse_reports' ? (item as AbuseReport) : null,
      },
    ];
  });
  const total = typeof meta.total === 'number' ? meta.total : rows.length;
  return { rows, total, pages: typeof meta.pages === 'number' ? meta.pages : 1 };
}

export function useWaiting(asked: Asked): ListData<Waiting> {
  const key = `moderation:${asked.kind}:${asked.q}:${asked.page}:${asked.size}:${asked.isHandled}`;
  const { data, status, refresh } = useLoaded(
    key,
    (signal) => (asked.isHandled ? loadHandledReports(asked, signal) : load(asked, signal)),
    { keeps: true },
  );
  return { items: data?.rows ?? [], total: data?.total ?? 0, pages: data?.pages ?? 1, status, refresh };
}

/** How many of each kind wait. */
export function useCounts(round: number) {
  const { data } = useLoaded(`moderation:counts:${round}`, async (signal) => {
    const all = await Promise.all((['', ...KINDS] as const).map((kind) => countWaiting(kind, signal)));
    return Object.fromEntries((['', ...KINDS] as const).map((kind, at) => [kind, all[at] ?? 0]));
  });
  return data ?? {};
}

/** The whole vacancy, with what the list leaves out. */
export function useWaitingVacancy(id: string) {
  return useLoaded(`moderation:vacancy:${id}`, () =>
    readResource('vacancies', id, { include: ['address', 'contactPerson', 'organization'] }),
  );
}

export function useHints(id: string) {
  return useLoaded(`moderation:hints:${id}`, async (signal) => {
    const { meta } = await send(STAFF_CALLS.reviewHints, { id, signal });
    return meta;
  });
}

export function useActivityHints(id: string) {
  return useLoaded(`moderation:activity-hints:${id}`, async (signal) => {
    const { meta } = await send(STAFF_CALLS.activityReviewHints, { id, signal });
    return meta;
  });
}
