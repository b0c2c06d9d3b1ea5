// "The same as last week?": what was written for one week, to be written for the next in one press.
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { Notice } from '../../components/feedback/notice.tsx';
import { HourStep } from '../../components/form/controls/hours-field.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { addDays, faultOfHours, type Repeatable, sumOf, WEEK } from '../../lib/hours/hours.ts';
import { longDay } from '../../lib/locale/local-time.ts';
import { writeAgain } from './hours.store.ts';

interface RepeatCardProps {
  again: Repeatable;
  onOther: () => void;
}

interface Choice {
  isChosen: boolean;
  hours: number | null;
}

/** Mount it anew for other entries: what is chosen belongs to those that are shown. */
export function RepeatCard({ again, onOther }: RepeatCardProps) {
  const { t } = useTranslation('hours');
  const { which, from, to, entries } = again;
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>(() =>
    Object.fromEntries(entries.map(({ id, hours }) => [id, { isChosen: true, hours }])),
  );
  const [isBusy, setIsBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const keys = useRef(new Map<string, string>());
  const keyFor = (id: string): string => {
    const known = keys.current.get(id) ?? crypto.randomUUID();
    keys.current.set(id, known);
    return known;
  };
  const change = (id: string, part: Partial<Choice>) =>
    setChoices((now) => ({ ...now, [id]: { isChosen: true, hours: null, ...now[id], ...part } }));
  const chosen = entries.flatMap((entry) => {
    const choice = choices[entry.id];
    return choice?.isChosen ? [{ entry, hours: choice.hours }] : [];
  });
  const sum = sumOf(chosen.map(({ hours }) => hours ?? 0));

  async function handleWrite() {
    const wrong = chosen.find(({ hours }) => faultOfHours(hours) !== null);
    const fault = faultOfHours(wrong ? wrong.hours : 1);
    if (wrong && fault) {
      setProblem(`${wrong.entry.work}: ${t(`step.fault.${fault}`)}`);
      return;
    }
    setProblem(null);
    setIsBusy(true);
    try {
      await writeAgain(
        chosen.map(({ entry, hours }) => ({ entry, hours: hours ?? entry.hours })),
        keyFor,
      );
      addToast({ title: t('form.written', { hours: t('n', { count: sum }) }), color: 'success' });
    } catch (cause) {
      setProblem(normaliseError(cause).message);
    } finally {
      setIsBusy(false);
    }
  }

  const days = { from: longDay(from), to: longDay(to) };
  return (
    <section className="card quick" aria-labelledby="again">
      <h2 id="again">{t(`again.${which}.title`)}</h2>
      <p className="soft">{t(`again.${which}.text`, days)}</p>
      {problem ? (
        <Notice tone="danger" live>
          {problem}
        </Notice>
      ) : null}
      <ul>
        {entries.map((entry) => (
          <li className="quick-row" key={entry.id}>
            <label className="choice">
              <input
                type="checkbox"
                checked={choices[entry.id]?.isChosen ?? false}
                onChange={(event) => change(entry.id, { isChosen: event.target.checked })}
              />
              <span>
                <b>{entry.work}</b>
                <span className="hint">
                  {[entry.organizationName, longDay(addDays(entry.day, WEEK))].filter(Boolean).join(', ')}
                </span>
              </span>
            </label>
            <HourStep
              value={choices[entry.id]?.hours ?? null}
              work={entry.work}
              label={t('step.of', { work: entry.work })}
              onChange={(hours) => change(entry.id, { hours })}
            />
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button variant="primary" busy={isBusy} off={chosen.length === 0} onClick={() => void handleWrite()}>
          {chosen.length === 0 ? t('again.none') : t('again.submit', { hours: t('n', { count: sum }) })}
        </Button>
        <Button icon="plus" onClick={onOther}>
          {t('again.other')}
        </Button>
      </ButtonRow>
    </section>
  );
}
