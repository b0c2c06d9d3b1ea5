// Doing nothing about a report, with an answer to who reported it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { LoadedReport, type ReportStepProps, StepDialog, TextField } from './report-form.tsx';
import { dismiss } from './reports.store.ts';

export function DismissDialog(props: ReportStepProps) {
  const { t } = useTranslation('moderation-reports');
  return (
    <LoadedReport {...props} title={t('dismiss.title')}>
      {(report) => <Answering {...props} report={report} />}
    </LoadedReport>
  );
}

function Answering({ report, onClose, onDone }: ReportStepProps & { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const { isHidden, reportsCount } = report;
  const [text, setText] = useState(() => t('draft.dismiss'));
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);

  function send() {
    setIsTried(true);
    return text.trim() === '' ? null : dismiss(report, text.trim(), note.trim());
  }

  return (
    <StepDialog
      title={t('dismiss.title')}
      text={isHidden ? t('dismiss.hidden') : t('dismiss.text')}
      confirm={t('dismiss.confirm')}
      done={t('dismiss.done')}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField
        label={t('act.reporter', { count: reportsCount })}
        value={text}
        isMissing={isTried && text.trim() === ''}
        onChange={setText}
      />
      <TextField label={t('act.note')} hint={t('act.noteHint')} rows={2} value={note} onChange={setNote} />
    </StepDialog>
  );
}
