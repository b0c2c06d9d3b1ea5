// All that waits for the centre's yes or no, the longest wait on top: one list, one panel, one key a decision.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../api/cache.ts';
import type { Organization } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Chip, StatusBadge, Tag } from '../../components/content/badge.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { TypedSearch } from '../../components/table/table-tools.tsx';
import type { WorkColumn } from '../../components/work-list/list-types.ts';
import { WorkList } from '../../components/work-list/work-list.tsx';
import { QuestionDialog } from '../../features/organizations/approve/question-dialog.tsx';
import { formatDate, formatNumber, formatShortDate } from '../../lib/locale/time.ts';
import { usePageHead } from '../../lib/navigation/head.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { currentUser } from '../../lib/session/session.ts';
import { MENU_COUNTS } from '../workspace/counts.ts';
import { KINDS, type Kind, useCounts, useWaiting, type Waiting } from './moderation.store.ts';
import { hrefOfWaiting, useDecisions } from './moderation-decisions.ts';
import { WaitingPanel } from './moderation-panel.tsx';
import { isUrgent } from './reports/report-rules.ts';
import { ReportDialogs, useReportSteps } from './reports/report-steps.tsx';
import { placeOfReport } from './reports/reports.store.ts';
import '../../components/table/table-tools.css';
import './moderation.css';

const PATH = '/moderation';
const COUNTS_PATH = '/moderation/rapport';
const PAGE_SIZE = 20;
/** What was reported comes first: somebody may be harmed. */
const VIEWS: readonly (Kind | '')[] = [
  '',
  'report',
  'appeal',
  ...KINDS.filter((kind) => kind !== 'report' && kind !== 'appeal'),
];

interface State {
  kind: Kind | '';
  q: string;
  /** What was reported and is decided on. */
  isHandled: boolean;
  page: number;
  size: number;
}

const wholeNumber = (text: string | null): number | null =>
  text !== null && /^[1-9]\d{0,5}$/.test(text) ? Number(text) : null;

function stateOf(params: URLSearchParams): State {
  const kind = KINDS.find((each) => each === params.get('kind')) ?? '';
  return {
    kind,
    q: params.get('q') ?? '',
    isHandled: kind === 'report' && params.get('handled') === '1',
    page: wholeNumber(params.get('page')) ?? 1,
    size: Math.min(100, wholeNumber(params.get('size')) ?? PAGE_SIZE),
  };
}

function hrefOf({ kind, q, isHandled, page, size }: State): string {
  const query = new URLSearchParams();
  if (kind) query.set('kind', kind);
  if (q) query.set('q', q);
  if (isHandled) query.set('handled', '1');
  if (page > 1) query.set('page', String(page));
  if (size !== PAGE_SIZE) query.set('size', String(size));
  const text = query.toString();
  return text ? `${PATH}?${text}` : PATH;
}

const LATE_AFTER_DAYS = 3;

const rowId = ({ key }: Waiting): string => key;

export default function ModerationPage() {
  const reported = useQuery().get('report');
  return reported === null ? <Moderation /> : <ToReport key={reported} id={reported} />;
}

/** Mails name a report; it is shown where it stands in the list by now. */
function ToReport({ id }: { id: string }) {
  useEffect(() => {
    placeOfReport(id).then(
      (place) => navigateTo(place, { replace: true }),
      () => navigateTo(`${PATH}?kind=report`, { replace: true }),
    );
  }, [id]);
  return <RowSkeletons count={6} />;
}

function Moderation() {
  const { t } = useTranslation(['moderation', 'moderation-reports', 'vacancies']);
  const state = stateOf(useQuery());
  const [round, setRound] = useState(0);
  const list = useWaiting(state);
  const labelOf = useLabel();
  const counts = useCounts(round);
  const [asking, setAsking] = useState<Organization | null>(null);
  const decisions = useDecisions(setAsking);
  const reports = useReportSteps(handleChanged);
  const isReports = state.kind === 'report';
  usePageHead(t('title'));
  const oldest = list.items[0]?.since;
  const total = counts[state.kind] ?? list.total;

  function handleChanged() {
    void list.refresh();
    setRound((times) => times + 1);
    void refresh(MENU_COUNTS);
  }

  /** What is decided is in this list no more: neither is its panel. */
  function handleDecided() {
    navigateTo(hrefOf(state), { replace: true });
    handleChanged();
  }

  return (
    <div className="moderation">
      <PageTitle
        title={t('title')}
        description={
          list.status === 'success'
            ? [
                t(isReports ? 'moderation-reports:lead' : 'lead', { count: total }),
                oldest && !state.isHandled ? t('oldest', { date: formatDate(oldest) }) : '',
              ]
                .filter(Boolean)
                .join(' ')
            : undefined
        }
      />
      <WorkList
        name="moderation"
        type="moderation"
        person={currentUser.value?.id ?? ''}
        caption={t('caption')}
        list={list}
        columns={useColumns(isReports)}
        rowId={rowId}
        rowLabel={labelOf}
        rowHref={hrefOfWaiting}
        paging={{
          page: state.page,
          size: state.size,
          hrefFor: (page) => hrefOf({ ...state, page }),
          onSize: (size) => navigateTo(hrefOf({ ...state, page: 1, size }), { replace: true }),
          summary: (from, to) => t('summary', { from, to, total: formatNumber(list.total) }),
        }}
        views={VIEWS.filter(
          (kind) => kind !== 'appeal' || state.kind === kind || (counts.appeal ?? 0) > 0,
        ).map((kind) => ({
          label: kind ? t(`view.${kind}`) : t('view.all'),
          href: hrefOf({ ...state, kind, isHandled: false, page: 1 }),
          current: state.kind === kind,
          count: counts[kind],
        }))}
        tools={
          <>
            <TypedSearch
              q={state.q}
              label={t('search')}
              onSearch={(q) => navigateTo(hrefOf({ ...state, q, page: 1 }), { replace: true })}
            />
            {isReports ? (
              <Chip
                href={hrefOf({ ...state, isHandled: !state.isHandled, page: 1 })}
                active={state.isHandled}
                current={state.isHandled}
              >
                {t('moderation-reports:handled')}
              </Chip>
            ) : null}
          </>
        }
        decisions={[...decisions, ...reports.steps]}
        panel={(row) => <WaitingPanel key={row.key} row={row} />}
        empty={
          isReports ? (
            <EmptyState
              level={2}
              icon="check"
              title={t(state.isHandled ? 'moderation-reports:handledTitle' : 'moderation-reports:emptyTitle')}
            >
              {t(state.isHandled ? 'moderation-reports:handledText' : 'moderation-reports:emptyText')}
            </EmptyState>
          ) : (
            <EmptyState level={2} icon="check" title={t('empty.title')}>
              {t('empty.text')}
            </EmptyState>
          )
        }
        onChanged={handleChanged}
      />
      {isReports ? (
        <p className="report-foot">
          <AppLink href={COUNTS_PATH}>{t('moderation-reports:counts')}</AppLink>
        </p>
      ) : null}
      {reports.asked ? (
        <ReportDialogs asked={reports.asked} onClose={reports.close} onDone={handleDecided} />
      ) : null}
      {asking ? <QuestionDialog organization={asking} onClose={() => setAsking(null)} /> : null}
    </div>
  );
}

/** What is reported is called by why: 'Geld of oplichting'. */
function useLabel(): (row: Waiting) => string {
  const { t } = useTranslation('report');
  return ({ title, report }) => (report ? t(`category.${report.category}`) : title);
}

function useColumns(isReports: boolean): readonly WorkColumn<Waiting>[] {
  const { t } = useTranslation(['moderation', 'moderation-reports', 'report']);
  const labelOf = useLabel();
  return [
    {
      key: 'title',
      title: t('column.title'),
      isTitle: true,
      render: (row) => (
        <AppLink className="row-title" href={hrefOfWaiting(row)}>
          {labelOf(row)}
        </AppLink>
      ),
    },
    {
      key: 'organization',
      title: t('column.organization'),
      compact: 'below',
      isEmpty: ({ title, organization, report }) => !report && title === organization,
      render: ({ title, organization, report }) =>
        report
          ? [t(`moderation-reports:kind.${report.subjectType}`), title, organization]
              .filter((each, at, all) => each && all.indexOf(each) === at)
              .join(' · ')
          : title === organization
            ? ''
            : organization,
    },
    {
      key: 'kind',
      title: t('column.kind'),
      compact: 'aside',
      render: ({ kind, report }) =>
        report && report.reportsCount > 1 ? (
          <Tag>{t('moderation-reports:times', { count: report.reportsCount })}</Tag>
        ) : isReports ? (
          ''
        ) : (
          t(`kind.${kind}`)
        ),
    },
    {
      key: 'since',
      title: t('column.since'),
      compact: 'sign',
      noWrap: true,
      render: ({ since, waitingDays, report }) => (
        <SinceBadge
          since={since}
          days={waitingDays}
          isUrgent={report !== null && isUrgent(report.category)}
        />
      ),
    },
  ];
}

/** In working days, as the server counts them for all that waits. */
function SinceBadge({ since, days, isUrgent }: { since: string; days: number | null; isUrgent: boolean }) {
  const { t } = useTranslation('moderation');
  if (days === null)
    return (
      <StatusBadge tone="neutral" icon="check">
        {formatShortDate(since)}
      </StatusBadge>
    );
  const isLate = isUrgent || days > LATE_AFTER_DAYS;
  const isToday = formatDate(since) === formatDate(new Date().toISOString());
  return (
    <StatusBadge tone={isLate ? 'danger' : 'neutral'} icon={isLate ? 'alert' : 'clock'}>
      {isToday ? t('today') : t('workdays', { count: days })}
    </StatusBadge>
  );
}
