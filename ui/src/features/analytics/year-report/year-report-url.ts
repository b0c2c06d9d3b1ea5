// Which yearly report is looked at, as the address says it. Pure.
import type { YearReportQuery } from '../../../api/year-report-calls.ts';

export const YEAR_REPORT_PATH = '/analytics/year-report';
export const EDIT_PATH = `${YEAR_REPORT_PATH}/edit`;

export interface YearReportState {
  /** Empty: the last year that is over. */
  year: string;
  /** Of an administrator alone. Empty: this one. */
  center: string;
}

const matching = (text: string | null, pattern: RegExp): string => (text && pattern.test(text) ? text : '');

export const readYearReport = (params: URLSearchParams): YearReportState => ({
  year: matching(params.get('year'), /^\d{4}$/),
  center: matching(params.get('center'), /^\d{1,18}$/),
});

export function yearReportHref({ year, center }: YearReportState, path = YEAR_REPORT_PATH): string {
  const query = new URLSearchParams({ ...(year ? { year } : {}), ...(center ? { center } : {}) });
  return query.size > 0 ? `${path}?${query}` : path;
}

export const queryOfYearReport = ({ year, center }: YearReportState): YearReportQuery => ({
  ...(year ? { year } : {}),
  ...(center ? { centerId: center } : {}),
});
