// When it is: once, several days in a row, or regularly, as a sentence that is filled in.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { FilterChip } from '../../../components/content/badge.tsx';
import { Field } from '../../../components/form/field.tsx';
import { FieldPair } from '../../../components/form/form.tsx';
import { type FormValue, useForm } from '../../../components/form/form-context.ts';
import { isDay } from '../../../components/form/rules.ts';
import { FormCard } from '../../../components/layout/card.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { language } from '../../../lib/locale/language.ts';
import { dayOf, shortDay } from '../../../lib/locale/local-time.ts';
import { capitalised, monthlyWords } from '../activity-when.ts';
import type { DatesPreview } from './activity-form.store.ts';
import { EVERY, MOST_TIMES } from './activity-form-values.ts';
import { monthlyChoices, weekdayOf } from './rrule.ts';
import { DayToggles, SentenceErrors, SentenceField } from './sentence-field.tsx';

export function WhenCard({ preview }: { preview: DatesPreview }) {
  const { t } = useTranslation('activity-form');
  const { value } = useForm();
  const isRegular = value.how === 'regular';
  useWeekdayOfDay();
  return (
    <>
      <FormCard title={t('when.title')}>
        <Field
          name="how"
          kind="radio"
          label={t('when.how')}
          rules={{ required: true }}
          choices={(['once', 'days', 'regular'] as const).map((how) => ({
            value: how,
            label: t(`when.${how}`),
            hint: t(`when.${how}Hint`),
          }))}
        />
        {isRegular ? <Sentence /> : <Days isSeveral={value.how === 'days'} />}
        {isRegular ? <Ending /> : null}
        {isRegular ? <Excluded preview={preview} /> : null}
      </FormCard>
      <InWords preview={preview} />
    </>
  );
}

/** The first day gives the day of the week and of the month, as long as nobody chose others. */
function useWeekdayOfDay() {
  const { value, set } = useForm();
  const day = isDay(String(value.day ?? '')) ? String(value.day) : null;
  const before = useRef(day);
  const chosen = Array.isArray(value.weekdays) ? value.weekdays : [];
  const old = before.current;
  const isUntouched = chosen.length === 0 || (old !== null && chosen.join() === weekdayOf(old));
  // biome-ignore lint/correctness/useExhaustiveDependencies: with another day alone
  useEffect(() => {
    if (day === null || day === old) return;
    before.current = day;
    if (isUntouched) set('weekdays', [weekdayOf(day)]);
    set('monthly', monthlyChoices(day)[0] ?? null);
  }, [day]);
}

function Days({ isSeveral }: { isSeveral: boolean }) {
  const { t } = useTranslation('activity-form');
  const { value } = useForm();
  const day = (
    <Field
      name="day"
      kind="date"
      label={t(isSeveral ? 'when.firstDay' : 'when.day')}
      rules={{ required: true }}
    />
  );
  return (
    <>
      {isSeveral ? (
        <FieldPair>
          {day}
          <Field name="lastDay" kind="date" label={t('when.lastDay')} rules={{ required: true }} />
        </FieldPair>
      ) : (
        day
      )}
      <Field name="allDay" kind="checkbox" label={t('when.allDay')} />
      {value.allDay === true ? null : (
        <FieldPair>
          <Field name="from" label={t('when.from')} narrow rules={{ required: true, format: 'time' }} />
          <Field name="until" label={t('when.until')} narrow rules={{ required: true, format: 'time' }} />
        </FieldPair>
      )}
    </>
  );
}

/** What is chosen comes along when it is none of the usual ones. */
function monthlyOf(value: FormValue): readonly string[] {
  const usual = monthlyChoices(
    isDay(String(value.day ?? '')) ? String(value.day) : new Date().toISOString().slice(0, 10),
  );
  const chosen = typeof value.monthly === 'string' && value.monthly !== '' ? value.monthly : null;
  return chosen === null || usual.includes(chosen) ? usual : [chosen, ...usual];
}

function Sentence() {
  const { t } = useTranslation('activity-form');
  const { t: words } = useTranslation('activities');
  const { value } = useForm();
  const isOther = value.every === 'other';
  const unit = isOther ? value.unit : String(value.every).split('.')[0];
  return (
    <fieldset className="field sentence-builder">
      <legend>{t('when.sentenceTitle')}</legend>
      <SentenceErrors names={['every', 'interval', 'weekdays', 'monthly', 'from', 'until', 'day']} />
      <div className="sentence">
        <SentenceField
          name="every"
          kind="select"
          label={t('when.every')}
          word={t('when.everyWord')}
          choices={EVERY.map((each) => ({
            value: each,
            label: t(`when.unit.${each.replace('.', '_') as 'other'}`),
          }))}
        />
        {isOther ? (
          <>
            <SentenceField
              name="interval"
              kind="number"
              label={t('when.interval')}
              rules={{ minimum: 1, maximum: 52 }}
            />
            <SentenceField
              name="unit"
              kind="select"
              label={t('when.unitLabel')}
              choices={(['daily', 'weekly', 'monthly'] as const).map((each) => ({
                value: each,
                label: t(`when.units.${each}`),
              }))}
            />
          </>
        ) : null}
        {unit === 'daily' ? null : <span aria-hidden="true">{t('when.on')}</span>}
      </div>
      {unit === 'weekly' ? <DayToggles name="weekdays" /> : null}
      {unit === 'monthly' ? (
        <div className="sentence">
          <SentenceField
            name="monthly"
            kind="select"
            label={t('when.monthly')}
            rules={{ required: false }}
            choices={monthlyOf(value).map((each) => ({ value: each, label: monthlyWords(words, each) }))}
          />
        </div>
      ) : null}
      {value.allDay === true ? null : (
        <div className="sentence">
          <SentenceField name="from" kind="time" label={t('when.from')} word={t('when.fromWord')} />
          <SentenceField name="until" kind="time" label={t('when.until')} word={t('when.untilWord')} />
          <span aria-hidden="true">{t('when.hour')}</span>
        </div>
      )}
      <div className="sentence">
        <SentenceField name="day" kind="date" label={t('when.firstDay')} word={t('when.startWord')} />
      </div>
      <Field name="allDay" kind="checkbox" label={t('when.allDay')} />
    </fieldset>
  );
}

function Ending() {
  const { t } = useTranslation('activity-form');
  const { value, id, set } = useForm();
  const choice = (end: 'until' | 'count' | 'open') => (
    <label className="choice">
      <input type="radio" name={`${id}-end`} checked={value.end === end} onChange={() => set('end', end)} />
      <span>{t(`when.end.${end}`)}</span>
    </label>
  );
  return (
    <fieldset className="field">
      <legend>{t('when.ends')}</legend>
      <SentenceErrors names={['endDay', 'endCount']} />
      <div className="end-choices">
        {choice('until')}
        {value.end === 'until' ? <SentenceField name="endDay" kind="date" label={t('when.endDay')} /> : null}
        {choice('count')}
        {value.end === 'count' ? (
          <SentenceField
            name="endCount"
            kind="number"
            label={t('when.endCount')}
            rules={{ minimum: 1, maximum: MOST_TIMES }}
          />
        ) : null}
        {choice('open')}
      </div>
    </fieldset>
  );
}

function Excluded({ preview }: { preview: DatesPreview }) {
  const { t } = useTranslation('activity-form');
  const { value, set } = useForm();
  const [isAdding, setIsAdding] = useState(false);
  const days = Array.isArray(value.excludedDays) ? value.excludedDays : [];
  const dates = preview.dates?.dates ?? [];
  const holidays = dates.filter(({ isHoliday }) => isHoliday).map(({ starts }) => dayOf(starts));
  const skip = (day: string) => set('excludedDays', [...days, day].sort());
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="field" role="group" aria-label={t('when.excluded')}>
      <p className="field-label">
        {t('when.excluded')} <span className="optional">{t('when.optional')}</span>
      </p>
      {holidays.length > 0 ? (
        <p className="hint">{t('when.holidays', { count: holidays.length })}</p>
      ) : dates.length > 0 ? (
        <p className="hint">{t('when.noHolidays')}</p>
      ) : null}
      <div className="chip-row">
        {days.map((day) => (
          <FilterChip
            key={day}
            onRemove={() =>
              set(
                'excludedDays',
                days.filter((each) => each !== day),
              )
            }
          >
            {shortDay(day)}
          </FilterChip>
        ))}
        {holidays.map((day) => (
          <Button key={day} small icon="close" onClick={() => skip(day)}>
            {t('when.skipDay', { day: shortDay(day) })}
          </Button>
        ))}
        {isAdding ? (
          <select
            className="select"
            aria-label={t('when.addDay')}
            value=""
            onChange={(event) => {
              skip(event.target.value);
              setIsAdding(false);
            }}
          >
            <option value="">{t('when.whichDay')}</option>
            {dates.map(({ starts }) => (
              <option key={starts} value={dayOf(starts)}>
                {shortDay(dayOf(starts))}
              </option>
            ))}
          </select>
        ) : dates.length > 1 ? (
          <Button small icon="plus" onClick={() => setIsAdding(true)}>
            {t('when.addDay')}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

/** The sentence is the check: what it will say on the site. */
function InWords({ preview }: { preview: DatesPreview }) {
  const { t } = useTranslation('activity-form');
  const { dates, problem } = preview;
  const words = dates ? (language.value === 'nl' ? dates.wordsNl : dates.wordsEn) : null;
  return (
    <section className="in-words" aria-label={t('words.title')}>
      <span className="words-arch" aria-hidden="true">
        <Icon name={problem ? 'alert' : 'calendar'} />
      </span>
      <div aria-live="polite">
        <p className="words-title">{t('words.title')}</p>
        {words ? (
          <>
            <p className="words-sentence">{capitalised(words)}</p>
            <p className="hint">{t('words.count', { count: dates?.dates.length ?? 0 })}</p>
            {(dates?.skippedDays.length ?? 0) > 0 ? (
              <p className="hint">
                {t('words.skipped', { days: dates?.skippedDays.map((day) => shortDay(day)).join(', ') })}
              </p>
            ) : null}
          </>
        ) : (
          <p>{problem ?? t('words.none')}</p>
        )}
      </div>
    </section>
  );
}
