// Looking again at a decision, after somebody did not agree with it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { LoadedReport, type ReportStepProps, StepDialog, TextField } from './report-form.tsx';
import { decideAppeal } from './reports.store.ts';

interface AppealDialogProps extends ReportStepProps {
  overturn: boolean;
}

export function AppealDialog(props: AppealDialogProps) {
  const { t } = useTranslation('moderation-reports');
  return (
    <LoadedReport {...props} title={t(props.overturn ? 'appeal.overturnTitle' : 'appeal.upholdTitle')}>
      {(report) => <Answering {...props} report={report} />}
    </LoadedReport>
  );
}

function Answering({ report, overturn, onClose, onDone }: AppealDialogProps & { report: AbuseReport }) {
  const { t } = useTranslation('moderation-reports');
  const draft = t(overturn ? 'draft.overturn' : 'draft.uphold');
  const [text, setText] = useState(draft);
  const [isTried, setIsTried] = useState(false);
  // The first half of a sentence says nothing yet.
  const isMissing = text.trim() === '' || text.trim() === draft.trim();

  function send() {
    setIsTried(true);
    return isMissing ? null : decideAppeal(report, overturn, text.trim());
  }

  return (
    <StepDialog
      title={t(overturn ? 'appeal.overturnTitle' : 'appeal.upholdTitle')}
      text={t(overturn ? 'appeal.overturnText' : 'appeal.upholdText')}
      confirm={t('appeal.confirm')}
      done={t('appeal.done')}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      <TextField
        label={t('appeal.reason')}
        value={text}
        isMissing={isTried && isMissing}
        onChange={setText}
      />
    </StepDialog>
  );
}
