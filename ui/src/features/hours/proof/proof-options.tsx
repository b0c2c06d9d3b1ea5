// What goes on a paper: which kind it is, of which period and work, with which words.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActivityRegistration } from '../../../api/schema.d.ts';
import { Card } from '../../../components/layout/card.tsx';
import { formatDate } from '../../../lib/locale/time.ts';
import { today } from '../hours.store.ts';
import { ALL, type ProofChoice, TASKS_AT_MOST, type Work } from './proof-choice.ts';

interface ProofOptionsProps {
  choice: ProofChoice;
  work: readonly Work[];
  attended: readonly ActivityRegistration[];
  onChange: (part: Partial<ProofChoice>) => void;
}

const KINDS = ['volunteering', 'overview', 'certificate'] as const;

export function ProofOptions({ choice, work, attended, onChange }: ProofOptionsProps) {
  const { t } = useTranslation(['hours-proof', 'hours']);
  const id = useId();
  const { kind, period, without, hasTasks, tasks, registrationId } = choice;
  const year = Number(today().slice(0, 4));
  const kinds = KINDS.filter((each) => each !== 'certificate' || attended.length > 0);
  return (
    <Card title={t('options.title')} className="paper-options">
      <div className="field">
        <label htmlFor={`${id}-kind`}>{t('options.kind')}</label>
        <select
          className="select"
          id={`${id}-kind`}
          value={kind}
          onChange={(event) => onChange({ kind: KINDS.find((each) => each === event.target.value) ?? kind })}
        >
          {kinds.map((each) => (
            <option key={each} value={each}>
              {t(`kind.${each}`)}
            </option>
          ))}
        </select>
      </div>
      {kind === 'certificate' ? (
        <div className="field">
          <label htmlFor={`${id}-which`}>{t('options.which')}</label>
          <select
            className="select"
            id={`${id}-which`}
            value={registrationId}
            onChange={(event) => onChange({ registrationId: event.target.value })}
          >
            {attended.map((each) => (
              <option key={each.id} value={each.id}>
                {[each.activity?.title, each.startsAt ? formatDate(each.startsAt) : '']
                  .filter(Boolean)
                  .join(', ')}
              </option>
            ))}
          </select>
        </div>
      ) : (
        <div className="field">
          <label htmlFor={`${id}-period`}>{t('hours:period.label')}</label>
          <select
            className="select"
            id={`${id}-period`}
            value={period}
            onChange={(event) => onChange({ period: event.target.value })}
          >
            {[String(year), String(year - 1), ALL].map((each) => (
              <option key={each} value={each}>
                {each === ALL ? t('hours:period.all') : each}
              </option>
            ))}
          </select>
        </div>
      )}
      {kind === 'volunteering' && work.length > 0 ? (
        <fieldset className="field">
          <legend>{t('options.work')}</legend>
          {work.map(({ key, label, organizationName }) => (
            <label className="choice" key={key}>
              <input
                type="checkbox"
                checked={!without.includes(key)}
                onChange={(event) =>
                  onChange({
                    without: event.target.checked
                      ? without.filter((each) => each !== key)
                      : [...without, key],
                  })
                }
              />
              <span>
                {label}
                {organizationName ? <span className="hint">{organizationName}</span> : null}
              </span>
            </label>
          ))}
        </fieldset>
      ) : null}
      {kind === 'volunteering' ? (
        <>
          <label className="choice">
            <input
              type="checkbox"
              checked={hasTasks}
              onChange={(event) => onChange({ hasTasks: event.target.checked })}
            />
            <span>{t('options.hasTasks')}</span>
          </label>
          {hasTasks ? (
            <div className="field">
              <label htmlFor={`${id}-tasks`}>{t('options.tasks')}</label>
              <p className="hint" id={`${id}-hint`}>
                {t('options.tasksHint')}
              </p>
              <textarea
                className="textarea"
                id={`${id}-tasks`}
                aria-describedby={`${id}-hint`}
                rows={4}
                maxLength={TASKS_AT_MOST}
                value={tasks}
                onChange={(event) => onChange({ tasks: event.target.value })}
              />
            </div>
          ) : null}
        </>
      ) : null}
      <p className="hint">{t('options.code')}</p>
      <p className="hint">{t('options.language')}</p>
    </Card>
  );
}
