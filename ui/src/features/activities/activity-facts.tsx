// What an activity is, for those who work with it: when, where, for whom, how people sign up.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Activity } from '../../api/schema.d.ts';
import { Icon } from '../../components/media/icon.tsx';
import { activityCategories, targetGroups } from '../../lib/centre/activity-terms.ts';
import { keyedName } from '../../lib/centre/keyed-choices.ts';
import { loadTaxonomy } from '../../lib/centre/taxonomies.ts';
import { momentClock, momentDay, shortDay } from '../../lib/locale/local-time.ts';
import { capitalised, howOften } from './activity-when.ts';
import './activities.css';

const asIs = (key: string): string => key;

export function useActivityTerms(): void {
  useEffect(() => {
    void loadTaxonomy(activityCategories);
    void loadTaxonomy(targetGroups);
  }, []);
}

export function ActivityFacts({ activity }: { activity: Activity }) {
  const { t } = useTranslation('activities');
  useActivityTerms();
  const { nextStartsAt, recurrence, occurrencesCount, online, locationName, city, allDay } = activity;
  const { registration, capacity, isFree, cost, isWorkshop, seatsPerOrganization } = activity;
  const { minimumParticipants, minimumOn } = activity;
  const kinds = activity.activityCategories.map((key) => keyedName(activityCategories, key, asIs));
  const groups = activity.targetGroups.map((key) => keyedName(targetGroups, key, asIs));
  const place = [locationName, city].filter(Boolean).join(', ');
  return (
    <ul className="activity-facts">
      <li>
        <Icon name="calendar" />
        {nextStartsAt
          ? t(allDay ? 'facts.nextDay' : 'facts.next', {
              day: momentDay(nextStartsAt),
              time: momentClock(nextStartsAt),
            })
          : t('facts.over')}
      </li>
      <li>
        <Icon name="refresh" />
        {recurrence
          ? t('facts.often', { often: capitalised(howOften(t, recurrence)), count: occurrencesCount })
          : capitalised(t('when.once'))}
      </li>
      <li className={online || place ? undefined : 'soft'}>
        <Icon name={online ? 'laptop' : 'pin'} />
        {online ? t('where.online') : place || t('facts.noPlace')}
      </li>
      <li>
        <Icon name="people" />
        {t(`registration.${registration}`)}
        {registration === 'none'
          ? null
          : `, ${capacity === null ? t('facts.noLimit') : t('facts.capacity', { count: capacity })}`}
        {isWorkshop && seatsPerOrganization !== null
          ? `, ${t('facts.seats', { count: seatsPerOrganization })}`
          : null}
      </li>
      {minimumParticipants ? (
        <li>
          <Icon name="flag" />
          {t('facts.least', { count: minimumParticipants })}
          {minimumOn ? `, ${t('facts.decideOn', { day: shortDay(minimumOn) })}` : null}
        </li>
      ) : null}
      <li>
        <Icon name="euro" />
        {isFree ? t('facts.free') : (cost ?? t('facts.noCost'))}
      </li>
      {kinds.length + groups.length > 0 ? (
        <li>
          <Icon name="tag" />
          {[...kinds, ...groups].join(', ')}
        </li>
      ) : null}
    </ul>
  );
}
