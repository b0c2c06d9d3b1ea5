// What the dialogs about a report share: the report as it is now, one way to send, and a text that goes out as a mail.
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { isStale, useReport } from './reports.store.ts';

export const TEXT_AT_MOST = 2000;

export interface ReportStepProps {
  id: string;
  onClose: () => void;
  onDone: () => void;
}

interface LoadedReportProps extends ReportStepProps {
  title: string;
  children: (report: AbuseReport) => ReactNode;
}

/** A dialog about a report begins once the report is there: usually the panel has it already. */
export function LoadedReport({ id, title, onClose, children }: LoadedReportProps) {
  const { data, status, refresh } = useReport(id);
  if (data) return children(data);
  return (
    <Dialog open title={title} onClose={onClose}>
      {status === 'error' ? <LoadProblem onRetry={() => void refresh()} /> : <RowSkeletons count={4} />}
    </Dialog>
  );
}

interface StepDialogProps {
  title: string;
  text?: string | undefined;
  confirm: string;
  done: string;
  wide?: boolean;
  /** Null: something is missing, which the fields say. */
  send: () => Promise<unknown> | null;
  onClose: () => void;
  onDone: () => void;
  children: ReactNode;
}

export function StepDialog(props: StepDialogProps) {
  const { title, text, confirm, done, wide, send, onClose, onDone, children } = props;
  const { t } = useTranslation('moderation-reports');
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const sent = send();
    if (sent === null) return;
    setIsBusy(true);
    setProblem(null);
    try {
      await sent;
      addToast({ title: done, color: 'success' });
      onClose();
      onDone();
    } catch (thrown) {
      const said = thrown instanceof ApiError ? thrown.problems[0]?.detail : undefined;
      setProblem(isStale(thrown) ? t('stale') : said || t('failed'));
      setIsBusy(false);
    }
  }

  return (
    <Dialog
      open
      wide={wide ?? false}
      title={title}
      description={text}
      onClose={onClose}
      wrap={(content) => (
        <form className="decision-form" noValidate onSubmit={(event) => void handleSubmit(event)}>
          {content}
        </form>
      )}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" busy={isBusy}>
            {confirm}
          </Button>
        </>
      }
    >
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      {children}
    </Dialog>
  );
}

interface TextFieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  rows?: number;
  /** It was sent without one. */
  isMissing?: boolean;
  onChange: (value: string) => void;
}

export function TextField({ label, hint, value, rows = 5, isMissing = false, onChange }: TextFieldProps) {
  const { t } = useTranslation('moderation-reports');
  const id = useId();
  const described = [hint ? `${id}-hint` : '', isMissing ? `${id}-wrong` : ''].filter(Boolean).join(' ');
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {isMissing ? (
        <p className="field-error" id={`${id}-wrong`} role="alert">
          {t('act.empty')}
        </p>
      ) : null}
      <textarea
        id={id}
        className="input"
        rows={rows}
        maxLength={TEXT_AT_MOST}
        value={value}
        aria-invalid={isMissing || undefined}
        aria-describedby={described || undefined}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  );
}
