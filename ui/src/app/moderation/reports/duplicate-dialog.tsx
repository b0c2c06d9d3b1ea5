// A report that belongs to another one: which one that is.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport } from '../../../api/report-calls.ts';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { formatShortDate } from '../../../lib/locale/time.ts';
import { LoadedReport, type ReportStepProps, StepDialog } from './report-form.tsx';
import { useReportWords } from './report-words.ts';
import { markDuplicate, useOthers } from './reports.store.ts';

export function DuplicateDialog(props: ReportStepProps) {
  const { t } = useTranslation('moderation-reports');
  return (
    <LoadedReport {...props} title={t('duplicate.title')}>
      {(report) => <Choosing {...props} report={report} />}
    </LoadedReport>
  );
}

function Choosing({ report, onClose, onDone }: ReportStepProps & { report: AbuseReport }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  const words = useReportWords();
  const { data: others, status, refresh } = useOthers(report);
  const [ofId, setOfId] = useState<string | null>(null);
  const [isTried, setIsTried] = useState(false);
  const isMissing = isTried && ofId === null;

  function send() {
    setIsTried(true);
    return ofId === null ? null : markDuplicate(report, ofId);
  }

  return (
    <StepDialog
      title={t('duplicate.title')}
      text={t('duplicate.text')}
      confirm={t('duplicate.confirm')}
      done={t('duplicate.done')}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      {others === undefined ? (
        status === 'error' ? (
          <LoadProblem onRetry={() => void refresh()} />
        ) : (
          <RowSkeletons count={3} />
        )
      ) : others.length === 0 ? (
        <p>{t('duplicate.none')}</p>
      ) : (
        <fieldset className="reason-list" aria-describedby={isMissing ? 'no-original' : undefined}>
          <legend>{t('duplicate.which')}</legend>
          {isMissing ? (
            <p id="no-original" className="field-error" role="alert">
              {t('duplicate.choose')}
            </p>
          ) : null}
          {others.map((other) => (
            <label className="reason" key={other.id}>
              <input
                type="radio"
                name="original"
                value={other.id}
                checked={ofId === other.id}
                onChange={() => setOfId(other.id)}
              />
              <Icon name="check" />
              <span>
                {t(`report:category.${other.category}`)} · {words.subject(other)}{' '}
                <small className="soft">{formatShortDate(other.createdAt)}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </StepDialog>
  );
}
