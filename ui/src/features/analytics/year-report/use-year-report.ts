// What the screens of the yearly report ask.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Loaded, useLoaded, useResourceList } from '../../../api/hooks.ts';
import {
  fetchYearReport,
  keyOfYearReport,
  loadYearReport,
  loadYearReportTexts,
  type YearReport,
  type YearReportPage,
} from '../../../api/year-report-calls.ts';
import { saveFile } from '../../../lib/export/download.ts';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { menuOfNow } from '../../../lib/session/session.ts';
import { queryOfYearReport, type YearReportState } from './year-report-url.ts';

/** The report of the asked year; the last one stays until the next is there. @useSignals */
export function useYearReport(state: YearReportState): Loaded<YearReportPage | null> {
  const query = queryOfYearReport(state);
  return useLoaded(keyOfYearReport(query), (stop) => loadYearReport(query, stop), { keeps: true });
}

/** What the form of a year begins with. */
export interface ReportInHand {
  report: YearReportPage;
  /** Null before the first save. */
  texts: YearReport | null;
}

/** As it is stored now: nothing that was kept of an earlier reading. @useSignals */
export function useReportInHand(state: YearReportState): Loaded<ReportInHand | null> {
  const query = queryOfYearReport(state);
  const load = async (stop: AbortSignal): Promise<ReportInHand | null> => {
    const report = await loadYearReport(query, stop);
    if (!report) return null;
    return { report, texts: report.reportId ? await loadYearReportTexts(report.reportId, stop) : null };
  };
  return useLoaded(`year-report-in-hand#${keyOfYearReport(query)}`, load, { isNew: true });
}

interface CentreChoice {
  id: string;
  name: string;
}

const NONE: readonly CentreChoice[] = [];

/** The centres of which somebody may read the report; empty for who has one alone. @useSignals */
export function useCentreChoices(): readonly CentreChoice[] {
  const isAsked = menuOfNow.value.includes('centres');
  const asked = isAsked ? { sort: 'name' as const, page: { size: 100 } } : null;
  const { items } = useResourceList('volunteer_centers', asked);
  return items.length > 1 ? items : NONE;
}

interface ReportDownload {
  isBusy: boolean;
  download: () => Promise<void>;
}

/** Gives the report as a PDF, or says that it failed. */
export function useReportDownload(state: YearReportState): ReportDownload {
  const { t } = useTranslation('year-report');
  const [isBusy, setIsBusy] = useState(false);
  async function download() {
    setIsBusy(true);
    try {
      const { fileName, content } = await fetchYearReport(queryOfYearReport(state));
      saveFile(fileName, content);
    } catch (thrown) {
      addToast({ title: t('pdfFailed'), message: normaliseError(thrown).message, color: 'danger' });
    } finally {
      setIsBusy(false);
    }
  }
  return { isBusy, download };
}
