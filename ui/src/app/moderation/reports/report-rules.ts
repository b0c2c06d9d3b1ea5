// What may be done with a report. Pure.
import type { AbuseReport, Measure, ReportCategory, ReportStatus } from '../../../api/report-calls.ts';

/** Somebody may be harmed: these come first. */
const URGENT: readonly ReportCategory[] = ['money', 'unsafe'];

export const isUrgent = (category: ReportCategory): boolean => URGENT.includes(category);

export const isOpen = (status: ReportStatus): boolean => status === 'new' || status === 'in_review';

export const hasOpenAppeal = ({ appealStatus }: AbuseReport): boolean => appealStatus === 'open';

export const canHandle = ({ can }: AbuseReport): boolean => can.includes('manage');

export type ReportStep = 'take' | 'act' | 'dismiss' | 'duplicate' | 'hide' | 'unhide' | 'overturn' | 'uphold';

/** What the server takes of whom: docs/domain/states.md#reports-of-abuse. */
export function allows(report: AbuseReport | null, step: ReportStep, ownId: string | undefined): boolean {
  if (report === null || !canHandle(report)) return false;
  if (step === 'overturn' || step === 'uphold') return hasOpenAppeal(report) && report.canDecideAppeal;
  if (!isOpen(report.status)) return false;
  if (step === 'take') return report.status === 'new' || report.handledById !== ownId;
  if (step === 'hide') return report.subjectType === 'messages' && !report.isHidden;
  if (step === 'unhide') return report.subjectType === 'messages' && report.isHidden;
  return true;
}

/** A message that was reported is usually hidden; more is for who decides. */
export const firstMeasures = ({ availableMeasures }: AbuseReport): readonly Measure[] =>
  availableMeasures.filter((measure) => measure === 'hide');

/** In the order in which they are offered, whatever was chosen first. */
export const withMeasure = (
  all: readonly Measure[],
  chosen: readonly Measure[],
  measure: Measure,
): readonly Measure[] =>
  all.filter((each) => (each === measure ? !chosen.includes(each) : chosen.includes(each)));
