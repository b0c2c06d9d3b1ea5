// What can be done with a report in the list, each with its key. What needs words has a dialog; the rest is done at once.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import type { ListStep } from '../../../components/work-list/decisions.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { currentUser } from '../../../lib/session/session.ts';
import type { Waiting } from '../moderation.store.ts';
import { AppealDialog } from './appeal-dialog.tsx';
import { DismissDialog } from './dismiss-dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { MeasureDialog } from './measure-dialog.tsx';
import { allows, type ReportStep } from './report-rules.ts';
import { isStale, type PlainStep, takeStep } from './reports.store.ts';

export type AskedStep = 'act' | 'dismiss' | 'duplicate' | 'overturn' | 'uphold';

export interface AskedReport {
  step: AskedStep;
  id: string;
}

interface Steps {
  steps: readonly ListStep<Waiting>[];
  asked: AskedReport | null;
  close: () => void;
}

export function useReportSteps(onDone: () => void): Steps {
  const { t } = useTranslation('moderation-reports');
  const [asked, setAsked] = useState<AskedReport | null>(null);

  async function carryOut(step: PlainStep, report: AbuseReport) {
    try {
      await takeStep(step, report);
      addToast({ title: t(step === 'unhide' ? 'show.done' : `${step}.done`), color: 'success' });
    } catch (thrown) {
      addToast({ title: t(isStale(thrown) ? 'stale' : 'failed'), color: 'danger' });
    }
    onDone();
  }

  const ownId = currentUser.value?.id;
  const isAllowed = (step: ReportStep) => (row: Waiting) => allows(row.report, step, ownId);

  const ask = (step: AskedStep, key: string, more: Partial<ListStep<Waiting>>): ListStep<Waiting> => ({
    name: `report_${step}`,
    key,
    label: step === 'overturn' || step === 'uphold' ? t(`appeal.${step}`) : t(`${step}.label`),
    isAllowed: isAllowed(step),
    open: ([row]) => row?.report && setAsked({ step, id: row.report.id }),
    ...more,
  });
  const plain = (step: PlainStep, key: string, more: Partial<ListStep<Waiting>>): ListStep<Waiting> => ({
    name: `report_${step}`,
    key,
    label: t(step === 'unhide' ? 'show.label' : `${step}.label`),
    isAllowed: isAllowed(step),
    open: ([row]) => row?.report && void carryOut(step, row.report),
    ...more,
  });

  return {
    steps: [
      ask('overturn', 'a', { icon: 'undo', variant: 'primary' }),
      ask('uphold', 'b', { icon: 'check' }),
      ask('act', 'm', { icon: 'shield', variant: 'primary' }),
      ask('dismiss', 'n', { icon: 'check' }),
      ask('duplicate', 'd', { icon: 'copy' }),
      plain('hide', 'v', { icon: 'eye-off' }),
      plain('unhide', 'v', { icon: 'eye' }),
      plain('take', 't', { icon: 'hand', variant: 'quiet' }),
    ],
    asked,
    close: () => setAsked(null),
  };
}

interface ReportDialogsProps {
  asked: AskedReport;
  onClose: () => void;
  onDone: () => void;
}

export function ReportDialogs({ asked: { step, id }, onClose, onDone }: ReportDialogsProps) {
  const given = { id, onClose, onDone };
  switch (step) {
    case 'act':
      return <MeasureDialog {...given} />;
    case 'dismiss':
      return <DismissDialog {...given} />;
    case 'duplicate':
      return <DuplicateDialog {...given} />;
    default:
      return <AppealDialog {...given} overturn={step === 'overturn'} />;
  }
}
