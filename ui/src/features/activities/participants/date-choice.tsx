// Which date: those around the chosen one as chips, all of them in a list where there are more.

import { useTranslation } from 'react-i18next';
import type { Activity, ActivityOccurrence } from '../../../api/schema.d.ts';
import { Chip } from '../../../components/content/badge.tsx';
import { SortSelect } from '../../../components/table/results-bar.tsx';
import { clockOf, dayNumber, dayOf, monthName, shortDay } from '../../../lib/locale/local-time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { hrefOfPeople } from './participants-url.ts';

interface DateChoiceProps {
  activity: Activity;
  dates: readonly ActivityOccurrence[];
  chosen: ActivityOccurrence;
}

const CHIPS = 5;

export function DateChoice({ activity, dates, chosen }: DateChoiceProps) {
  const { t } = useTranslation('participants');
  const at = dates.indexOf(chosen);
  // One before it, so that it shows what went before.
  const from = Math.max(0, Math.min(at - 1, dates.length - CHIPS));
  const near = dates.slice(from, from + CHIPS);
  /** '2 dec': the year and the weekday are said below. */
  const shortOf = ({ startsLocal, isChanged }: ActivityOccurrence): string => {
    const day = `${dayNumber(startsLocal)} ${monthName(startsLocal)}`;
    return isChanged ? t('dates.moved', { day, time: clockOf(startsLocal) }) : day;
  };
  const nameOf = ({ startsLocal, isChanged, status }: ActivityOccurrence): string => {
    const day = shortDay(dayOf(startsLocal));
    if (status === 'cancelled') return t('dates.off', { day });
    return isChanged ? t('dates.moved', { day, time: clockOf(startsLocal) }) : day;
  };
  return (
    <nav className="participants-dates" aria-label={t('dates.label')}>
      {near.map((date) => (
        <Chip
          key={date.id}
          href={hrefOfPeople(activity.id, date.id)}
          count={date.placesTaken}
          icon={date.status === 'cancelled' || date.isChanged ? 'alert' : undefined}
          active={date.id === chosen.id}
          current={date.id === chosen.id}
          label={t('dates.taken', { day: nameOf(date), count: date.placesTaken })}
        >
          {shortOf(date)}
        </Chip>
      ))}
      {dates.length > near.length ? (
        <SortSelect
          label={t('dates.all')}
          value={chosen.id}
          options={dates.map((date) => ({ value: date.id, label: nameOf(date) }))}
          onChange={(id) => navigateTo(hrefOfPeople(activity.id, id))}
        />
      ) : null}
    </nav>
  );
}
