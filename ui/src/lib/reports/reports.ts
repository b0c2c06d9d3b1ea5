// What anybody can report, and sending it.
import {
  type NewReport,
  REPORT_CALLS,
  REPORT_CATEGORIES,
  type ReportCategory,
  type ReportSubject,
} from '../../api/report-calls.ts';
import { send } from '../../api/requests.ts';

export { REPORT_CATEGORIES, type ReportCategory, type ReportSubject };

/** These say too little without a text. */
const NEED_TEXT: readonly ReportCategory[] = ['misleading', 'other'];

export const needsText = (category: unknown): boolean => NEED_TEXT.some((each) => each === category);

/** What is reported, as who reports it knows it. */
export interface Reported {
  type: ReportSubject;
  id: string;
  title: string;
}

/** The same key for a second attempt: it is received once. */
export async function sendReport(report: NewReport, idempotencyKey: string): Promise<void> {
  await send(REPORT_CALLS.send, { body: report, idempotencyKey });
}
