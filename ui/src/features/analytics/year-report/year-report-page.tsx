// The yearly report of a centre as the paper that it is: read, printed, and had as a PDF.
import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { YearReportPage as Report } from '../../../api/year-report-calls.ts';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { PrintButton } from '../../../components/actions/print-button.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import '../../../components/form/form.css';
import { usePageHead } from '../../../lib/navigation/head.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { useScreenError } from '../../../lib/navigation/use-screen-error.ts';
import { ANALYTICS_PATH } from '../analytics-url.ts';
import { isNothingCounted } from '../figure-rows.ts';
import { ReportPaper } from './report-paper.tsx';
import { useCentreChoices, useReportDownload, useYearReport } from './use-year-report.ts';
import { EDIT_PATH, readYearReport, type YearReportState, yearReportHref } from './year-report-url.ts';
import '../analytics.css';
import '../figures.css';
import './year-report.css';

export default function YearReportPage() {
  const { t } = useTranslation('year-report');
  const state = readYearReport(useQuery());
  const { data, status, error, refresh } = useYearReport(state);
  const isInvalid = state.year !== '' && [400, 404, 422].includes(error?.statusCode ?? 0);
  useScreenError(error && !isInvalid && [403, 404].includes(error.statusCode) ? error : null);
  const report = status === 'error' ? null : (data ?? null);
  const title = report ? t('titleOf', { year: String(report.year), centre: report.center.name }) : null;
  usePageHead(title);
  return (
    <div className="year-report">
      <ReportBar state={state} report={report} />
      <div className="report-ground">
        <h1 className="visually-hidden">{title ?? t('title')}</h1>
        {isInvalid ? (
          <EmptyState
            level={2}
            icon="chart"
            title={t('invalid.title')}
            actions={
              <ButtonLink href={yearReportHref({ ...state, year: '' })}>{t('invalid.reset')}</ButtonLink>
            }
          >
            {t('invalid.text')}
          </EmptyState>
        ) : status === 'error' ? (
          <LoadProblem onRetry={() => void refresh()} />
        ) : report ? (
          <Shown state={state} report={report} isLoading={status === 'pending'} />
        ) : (
          <RowSkeletons count={8} />
        )}
      </div>
    </div>
  );
}

/** The texts of the year that is shown, whether the address names it or not. */
const editHref = (state: YearReportState, { year }: Report): string =>
  yearReportHref({ ...state, year: String(year) }, EDIT_PATH);

interface BarProps {
  state: YearReportState;
  report: Report | null;
}

function ReportBar({ state, report }: BarProps) {
  const { t } = useTranslation('year-report');
  const centres = useCentreChoices();
  const year = report ? String(report.year) : state.year;
  const { isBusy, download } = useReportDownload({ ...state, year });
  const go = (changed: Partial<YearReportState>) => navigateTo(yearReportHref({ ...state, ...changed }));
  const back = state.center ? `${ANALYTICS_PATH}?center=${state.center}` : ANALYTICS_PATH;
  const hasPaper = report !== null && !isNothingCounted(report);
  return (
    <header className="report-bar">
      <div>
        <ButtonLink variant="quiet" icon="left" href={back}>
          {t('back')}
        </ButtonLink>
        <span className="report-name" aria-hidden="true">
          {t('title')}
        </span>
        {report && centres.length > 0 ? (
          <BarChoice label={t('centre')} value={report.center.id} onChange={(center) => go({ center })}>
            {centres.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </BarChoice>
        ) : null}
        {report ? (
          <BarChoice label={t('year')} value={year} onChange={(next) => go({ year: next })}>
            {report.years.map((each) => (
              <option key={each} value={String(each)}>
                {each}
              </option>
            ))}
          </BarChoice>
        ) : null}
        {report?.isEditable ? (
          <ButtonLink icon="pen" href={editHref(state, report)}>
            {t('edit')}
          </ButtonLink>
        ) : null}
        {hasPaper ? (
          <>
            <Button
              icon="download"
              busy={isBusy}
              aria-label={t('pdfOf', { year })}
              onClick={() => void download()}
            >
              {t('pdf')}
            </Button>
            <PrintButton variant="primary" />
          </>
        ) : null}
      </div>
    </header>
  );
}

interface BarChoiceProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  children: ReactNode;
}

function BarChoice({ label, value, onChange, children }: BarChoiceProps) {
  const id = useId();
  return (
    <>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <select className="select" id={id} value={value} onChange={({ target }) => onChange(target.value)}>
        {children}
      </select>
    </>
  );
}

interface ShownProps {
  state: YearReportState;
  report: Report;
  isLoading: boolean;
}

function Shown({ state, report, isLoading }: ShownProps) {
  const { t } = useTranslation('year-report');
  if (isNothingCounted(report))
    return (
      <EmptyState
        level={2}
        icon="chart"
        title={t('empty.title')}
        actions={
          <>
            <ButtonLink variant="primary" href="/vacancies">
              {t('empty.vacancies')}
            </ButtonLink>
            {report.isEditable ? (
              <ButtonLink href={editHref(state, report)}>{t('empty.goals')}</ButtonLink>
            ) : null}
          </>
        }
      >
        {t('empty.text')}
      </EmptyState>
    );
  return (
    <>
      {report.reportId === null && report.isEditable ? (
        <div className="report-hint">
          <Notice>{t('first.text')}</Notice>
        </div>
      ) : null}
      <ReportPaper report={report} isLoading={isLoading} />
    </>
  );
}
