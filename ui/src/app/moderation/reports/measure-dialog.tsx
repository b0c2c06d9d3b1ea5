// Taking action on a report: what happens, and what each side reads about it.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AbuseReport, Measure } from '../../../api/report-calls.ts';
import { Key } from '../../../components/content/key.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { isTyping } from '../../../lib/navigation/key-choice.ts';
import { LoadedReport, type ReportStepProps, StepDialog, TextField } from './report-form.tsx';
import { firstMeasures, withMeasure } from './report-rules.ts';
import { useReportWords } from './report-words.ts';
import { act } from './reports.store.ts';

export function MeasureDialog(props: ReportStepProps) {
  const { t } = useTranslation('moderation-reports');
  return (
    <LoadedReport {...props} title={t('act.title')}>
      {(report) => <Choosing {...props} report={report} />}
    </LoadedReport>
  );
}

/** Null: it follows what is chosen, until somebody writes it themselves. */
type Written = string | null;

function Choosing({ report, onClose, onDone }: ReportStepProps & { report: AbuseReport }) {
  const { t } = useTranslation(['moderation-reports', 'report']);
  const words = useReportWords();
  const { availableMeasures, reportsCount } = report;
  const name = words.reported(report);
  const [chosen, setChosen] = useState<readonly Measure[]>(() => firstMeasures(report));
  const [toReporter, setToReporter] = useState<Written>(null);
  const [toReported, setToReported] = useState<Written>(null);
  const [note, setNote] = useState('');
  const [isTried, setIsTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const reporterText = toReporter ?? words.reporterDraft(report, chosen);
  const reportedText = toReported ?? words.reportedDraft(report, chosen);
  const isNoneMissing = isTried && chosen.length === 0;

  const choose = (measure: Measure) => setChosen(withMeasure(availableMeasures, chosen, measure));
  useNumberKeys(availableMeasures, choose);

  function send() {
    setIsTried(true);
    if (chosen.length === 0) first.current?.focus();
    if (chosen.length === 0 || reporterText.trim() === '' || reportedText.trim() === '') return null;
    return act(report, {
      measures: chosen,
      reporterText: reporterText.trim(),
      reportedText: reportedText.trim(),
      note: note.trim(),
    });
  }

  return (
    <StepDialog
      wide
      title={t('act.title')}
      text={`${t(`report:category.${report.category}`)} · ${words.subject(report)}`}
      confirm={t('act.confirm')}
      done={t('act.done')}
      send={send}
      onClose={onClose}
      onDone={onDone}
    >
      <div className="report-measures">
        <fieldset className="reason-list" aria-describedby={isNoneMissing ? 'no-measure' : undefined}>
          <legend>{t('act.what')}</legend>
          {isNoneMissing ? (
            <p id="no-measure" className="field-error" role="alert">
              {t('act.choose')}
            </p>
          ) : null}
          {availableMeasures.map((measure, at) => (
            <label className="reason" key={measure}>
              <input
                ref={at === 0 ? first : undefined}
                type="checkbox"
                checked={chosen.includes(measure)}
                onChange={() => choose(measure)}
              />
              <Icon name="check" />
              {words.measureName(report, measure)}
              <Key>{String(at + 1)}</Key>
            </label>
          ))}
        </fieldset>
        <div className="stack">
          <TextField
            label={t('act.reporter', { count: reportsCount })}
            value={reporterText}
            isMissing={isTried && reporterText.trim() === ''}
            onChange={setToReporter}
          />
          {name ? (
            <TextField
              label={t('act.reported', { name })}
              hint={t('act.reportedHint', { name })}
              value={reportedText}
              isMissing={isTried && reportedText.trim() === ''}
              onChange={setToReported}
            />
          ) : null}
          <TextField
            label={t('act.note')}
            hint={t('act.noteHint')}
            rows={2}
            value={note}
            onChange={setNote}
          />
        </div>
      </div>
    </StepDialog>
  );
}

/** 1 is the first, from anywhere in the dialog where nobody types. */
function useNumberKeys(measures: readonly Measure[], onChoose: (measure: Measure) => void) {
  const latest = useRef(onChoose);
  latest.current = onChoose;
  const all = measures.join();
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      const measure = /^[1-9]$/.test(event.key) ? all.split(',')[Number(event.key) - 1] : undefined;
      if (!measure) return;
      event.preventDefault();
      latest.current(measure as Measure);
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [all]);
}
