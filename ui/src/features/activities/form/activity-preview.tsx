// How it will stand in the calendar: what is filled in, and all its dates.
import { useTranslation } from 'react-i18next';
import { Button } from '../../../components/actions/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { DateArch } from '../../../components/content/date-arch.tsx';
import type { FormValue } from '../../../components/form/form-context.ts';
import { paragraphsOf } from '../../../components/form/prose.ts';
import { Icon } from '../../../components/media/icon.tsx';
import { activityCategories } from '../../../lib/centre/activity-terms.ts';
import { keyedName } from '../../../lib/centre/keyed-choices.ts';
import { dayOf, shortDay } from '../../../lib/locale/local-time.ts';
import { capitalised, hours, howOften } from '../activity-when.ts';
import { type DatesPreview, usePlaces } from './activity-form.store.ts';
import { datesOf } from './activity-form-values.ts';
import type { StepKey } from './activity-steps-order.ts';
import '../activities.css';

interface ActivityPreviewProps {
  value: FormValue;
  organizationName: string;
  preview: DatesPreview;
  step: StepKey;
  /** Leaves a day out, or puts it back. */
  onExcluded: ((days: readonly string[]) => void) | null;
}

const MOST_SHOWN = 60;

export function ActivityPreview({
  value,
  organizationName,
  preview,
  step,
  onExcluded,
}: ActivityPreviewProps) {
  const { t } = useTranslation('activity-form');
  const dates = datesOf(value);
  const [kind] = Array.isArray(value.activityCategories) ? value.activityCategories : [];
  const description = typeof value.description === 'string' ? paragraphsOf(value.description) : '';
  const image = typeof value.imageUrl === 'string' ? value.imageUrl : '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with many dates it scrolls, by keyboard too
    <aside className="live-preview" id="preview" aria-labelledby="preview-title" tabIndex={0}>
      <h2 id="preview-title">{t('preview.title')}</h2>
      <div className="card occ-card">
        {image ? <img className="occ-image" src={image} alt={String(value.imageAlt ?? '')} /> : null}
        <div className="occ-head">
          <p className="soft small">
            {[kind ? keyedName(activityCategories, kind, (key) => key) : null, organizationName]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <h3>{value.title || <span className="soft">{t('preview.noTitle')}</span>}</h3>
          <Facts value={value} dates={dates} />
          {value.summary ? <p>{value.summary}</p> : null}
          {step === 'check' || step === 'what'
            ? description
                .split(/\n{2,}/)
                .filter(Boolean)
                .map((paragraph) => <p key={paragraph}>{paragraph}</p>)
            : null}
        </div>
        <Dates value={value} preview={preview} allDay={dates?.allDay === true} onExcluded={onExcluded} />
      </div>
      <p className="hint">{t('preview.each')}</p>
      <a className="button is-quiet to-form" href="#content">
        {t('preview.back')}
      </a>
    </aside>
  );
}

function Facts({ value, dates }: { value: FormValue; dates: ReturnType<typeof datesOf> }) {
  const { t } = useTranslation('activity-form');
  const { t: words } = useTranslation('activities');
  const place = usePlaces(null).items.find(({ id }) => id === value.placeId);
  const isOnline = value.place === 'online';
  return (
    <ul className="preview-facts">
      <li className={dates ? undefined : 'is-missing'}>
        <Icon name="calendar" />
        {dates ? capitalised(howOften(words, dates.recurrence ?? null)) : t('preview.noDate')}
      </li>
      {dates ? (
        <li>
          <Icon name="clock" />
          {hours(words, dates.startsAt, endsOf(dates), dates.allDay === true)}
        </li>
      ) : null}
      <li className={isOnline || place ? undefined : 'is-missing'}>
        <Icon name={isOnline ? 'laptop' : 'pin'} />
        {isOnline ? words('where.online') : (place?.name ?? t('preview.noPlace'))}
      </li>
      {value.price === 'paid' && value.cost ? (
        <li>
          <Icon name="euro" />
          {value.cost}
        </li>
      ) : null}
    </ul>
  );
}

/** Of whole days the last one is named; elsewhere its end is midnight. */
const endsOf = ({ endsAt, allDay }: NonNullable<ReturnType<typeof datesOf>>): string =>
  allDay ? `${dayOf(endsAt)}T23:59` : endsAt;

interface DatesProps {
  value: FormValue;
  preview: DatesPreview;
  allDay: boolean;
  onExcluded: ActivityPreviewProps['onExcluded'];
}

function Dates({ value, preview, allDay, onExcluded }: DatesProps) {
  const { t } = useTranslation('activity-form');
  const { t: words } = useTranslation('activities');
  const excluded = value.how === 'regular' && Array.isArray(value.excludedDays) ? value.excludedDays : [];
  const planned = preview.dates?.dates ?? [];
  if (planned.length === 0) return null;
  const rows = [
    ...planned.map((date) => ({ ...date, isSkipped: false })),
    ...excluded.map((day) => ({ starts: `${day}T00:00`, ends: '', isHoliday: false, isSkipped: true })),
  ].sort((one, other) => one.starts.localeCompare(other.starts));
  return (
    <ol className="occ-list">
      {rows.slice(0, MOST_SHOWN).map(({ starts, ends, isHoliday, isSkipped }) => {
        const day = dayOf(starts);
        const name = shortDay(day);
        return (
          <li key={starts} className={classNames('occ-row', isSkipped && 'is-skipped')}>
            <DateArch day={day} look={isSkipped ? 'struck' : undefined} />
            <div>
              <b>{name}</b>
              <small>
                {isSkipped ? t('preview.skipped') : hours(words, starts, ends, allDay)}
                {isHoliday ? `. ${t('preview.holiday')}` : ''}
              </small>
            </div>
            {onExcluded && value.how === 'regular' ? (
              <Button
                variant="quiet"
                small
                aria-label={t(isSkipped ? 'preview.putBackOf' : 'preview.skipOf', { day: name })}
                onClick={() =>
                  onExcluded(isSkipped ? excluded.filter((each) => each !== day) : [...excluded, day].sort())
                }
              >
                {t(isSkipped ? 'preview.putBack' : 'preview.skip')}
              </Button>
            ) : null}
          </li>
        );
      })}
      {rows.length > MOST_SHOWN ? (
        <li className="occ-row is-rest">{t('preview.more', { count: rows.length - MOST_SHOWN })}</li>
      ) : null}
    </ol>
  );
}
