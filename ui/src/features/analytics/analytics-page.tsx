// Figures of a centre, or of one organisation: a subject a tab, each figure with its finding, chart, table and file.
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import type { Analytics, AnalyticsTab, Figure } from '../../api/analytics-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { ButtonLink } from '../../components/actions/button.tsx';
import { PrintButton } from '../../components/actions/print-button.tsx';
import { EmptyState } from '../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Pagination } from '../../components/table/pagination.tsx';
import { language } from '../../lib/locale/language.ts';
import { formatDateTime, formatNumber } from '../../lib/locale/time.ts';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useQuery } from '../../lib/navigation/query.ts';
import { useScreenError } from '../../lib/navigation/use-screen-error.ts';
import { menuOfNow, selectedOrganizationId } from '../../lib/session/session.ts';
import { AnalyticsFilters } from './analytics-filters.tsx';
import {
  ANALYTICS_PATH,
  type AnalyticsState,
  analyticsHref,
  hrefOfTab,
  readAnalytics,
} from './analytics-url.ts';
import { FigureCard } from './figure-card.tsx';
import { isNothingCounted, pageOf, sortedRows, sortIn } from './figure-rows.ts';
import { KeyFigures } from './key-figures.tsx';
import { useAnalytics, useFigureDownload } from './use-analytics.ts';
import { yearReportHref } from './year-report/year-report-url.ts';
import '../../components/work-list/work-list.css';
import './analytics.css';
import './figures.css';

export default function AnalyticsPage() {
  const { t } = useTranslation('analytics');
  const { pathname } = useLocation();
  const asked = readAnalytics(pathname, useQuery());
  const { data, status, error, refresh } = useAnalytics(asked);
  const isRefused = error?.statusCode === 403 || error?.statusCode === 404;
  useScreenError(isRefused ? error : null);
  // Whoever may not see the overview gets the first subject that is theirs.
  const isElsewhere = data && asked.tab === 'overview' && !data.tabs.includes('overview');
  const state = isElsewhere ? { ...asked, tab: data.id } : asked;
  const shown = data?.id === state.tab ? data : null;
  return (
    <>
      <PageTitle
        title={t(state.tab === 'organizations' ? 'titleOrganizations' : 'title')}
        description={
          <span role="status">
            {data?.period.label}
            {data?.compare ? (
              <span className="visually-hidden"> {t('comparedTo', { period: data.compare.label })}</span>
            ) : null}
          </span>
        }
        actions={
          <div className="button-row">
            <YearReportLink center={asked.center} />
            <PrintButton variant="plain" />
          </div>
        }
      />
      {data ? (
        <>
          <Tabs state={state} tabs={data.tabs} />
          <AnalyticsFilters state={state} analytics={data} />
        </>
      ) : null}
      {error?.statusCode === 400 || error?.statusCode === 422 ? (
        <EmptyState
          level={2}
          icon="chart"
          title={t('invalid.title')}
          actions={<ButtonLink href={ANALYTICS_PATH}>{t('invalid.reset')}</ButtonLink>}
        >
          {t('invalid.text')}
        </EmptyState>
      ) : status === 'error' ? (
        isRefused ? null : (
          <LoadProblem onRetry={() => void refresh()} />
        )
      ) : shown ? (
        <Figures state={state} analytics={shown} isLoading={status === 'pending'} />
      ) : (
        <RowSkeletons count={8} />
      )}
    </>
  );
}

/** For who works for the whole centre. */
function YearReportLink({ center }: { center: string }) {
  const { t } = useTranslation('analytics');
  if (!menuOfNow.value.includes('vacancies_review') || selectedOrganizationId.value !== null) return null;
  return (
    <ButtonLink icon="news" href={yearReportHref({ year: '', center })}>
      {t('yearReport')}
    </ButtonLink>
  );
}

function Tabs({ state, tabs }: { state: AnalyticsState; tabs: readonly AnalyticsTab[] }) {
  const { t } = useTranslation('analytics');
  const nav = useRef<HTMLElement>(null);
  // On a phone the tabs move sideways: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another tab
  useEffect(() => {
    const tab = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (nav.current && tab) nav.current.scrollLeft = tab.offsetLeft - nav.current.clientWidth / 3;
  }, [state.tab]);
  if (tabs.length < 2) return null;
  return (
    <nav className="view-tabs figure-tabs" ref={nav} aria-label={t('tabs')}>
      {tabs.map((tab) => (
        <AppLink
          key={tab}
          className="view-tab"
          href={hrefOfTab(state, tab)}
          aria-current={tab === state.tab ? 'page' : undefined}
        >
          {t(`tab.${tab}`)}
        </AppLink>
      ))}
    </nav>
  );
}

interface FiguresProps {
  state: AnalyticsState;
  analytics: Analytics;
  isLoading: boolean;
}

function Figures({ state, analytics, isLoading }: FiguresProps) {
  const { t } = useTranslation('analytics');
  const { id: tab, tabs, figures, keyNumbers, updatedAt } = analytics;
  if (updatedAt === null || isNothingCounted(analytics))
    return (
      <EmptyState level={2} icon="chart" title={t('empty.title')}>
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <div className="figures" aria-busy={isLoading || undefined}>
      <KeyFigures
        numbers={keyNumbers}
        hrefOf={(subject) => (subject !== tab && tabs.includes(subject) ? hrefOfTab(state, subject) : null)}
      />
      <div className="figure-grid">
        {figures.map((figure) => (
          <OneFigure key={figure.key} figure={figure} state={state} tab={tab} />
        ))}
      </div>
      <p className="hint">{t('updated', { at: formatDateTime(updatedAt) })}</p>
    </div>
  );
}

interface OneFigureProps {
  figure: Figure;
  state: AnalyticsState;
  tab: AnalyticsTab;
}

/** What was searched for in vain. */
const WITHOUT_RESULT = 'not_found';

function OneFigure({ figure, state, tab }: OneFigureProps) {
  const { t } = useTranslation('analytics');
  const download = useFigureDownload(tab, state);
  const canSearch = menuOfNow.value.includes('organizations_approve');
  const shared = { figure, onDownload: (format: 'csv' | 'xlsx') => void download(figure.key, format) };
  if (figure.charts.length > 0) return <FigureCard {...shared} />;
  if (tab === 'organizations') return <SortedFigure {...shared} state={state} />;
  return (
    <FigureCard
      {...shared}
      action={
        figure.key === WITHOUT_RESULT && canSearch
          ? (words) => (
              <ButtonLink
                small
                href={`/organizations?q=${encodeURIComponent(words)}`}
                aria-label={t('figure.searchOrganizationFor', { words })}
              >
                {t('figure.searchOrganization')}
              </ButtonLink>
            )
          : undefined
      }
    />
  );
}

interface SortedFigureProps {
  figure: Figure;
  state: AnalyticsState;
  onDownload: (format: 'csv' | 'xlsx') => void;
}

/** A long table, sorted and paged in the address. */
function SortedFigure({ figure, state, onDownload }: SortedFigureProps) {
  const { t } = useTranslation('analytics');
  const { rows, columns } = figure;
  const sort = sortIn(state.sort, columns);
  const shown = pageOf(sortedRows(rows, columns, sort, language.value), state.page);
  const { page, pages, from, to } = shown;
  return (
    <FigureCard
      figure={figure}
      rows={shown.rows}
      sort={sort}
      onSort={(next) => navigateTo(analyticsHref({ ...state, sort: next, page: 1 }), { replace: true })}
      onDownload={onDownload}
    >
      {pages > 1 ? (
        <Pagination
          page={page}
          pages={pages}
          hrefFor={(number) => analyticsHref({ ...state, page: number })}
          summary={t('figure.rows', { from, to, total: formatNumber(rows.length) })}
        />
      ) : null}
    </FigureCard>
  );
}
