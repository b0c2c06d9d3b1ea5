// What an organisation does in the weeks to come: the next date of each of its activities, as src/web/calendar.rs writes
// them.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import type { Organization } from '../../api/schema.d.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { features } from '../../lib/centre/centre.ts';
import { when } from './when.ts';

const CALENDAR = '/activiteitenkalender';
const MOST = 5;
const DATES = 30;

export function ActivitiesOf({ organization: { id, name } }: { organization: Organization }) {
  const { t } = useTranslation('organization-page');
  const { items } = useResourceList(
    'activity_occurrences',
    features.value.activities
      ? {
          filter: { organizationIdEq: id, statusEq: 'planned', upcomingEq: true },
          page: { size: DATES },
          sort: 'starts_at',
        }
      : null,
  );
  const firsts = items.filter(
    ({ activityId }, at) => items.findIndex((other) => other.activityId === activityId) === at,
  );
  if (firsts.length === 0) return null;
  return (
    <section className="section-gap" aria-labelledby="activities">
      <h2 id="activities">{t('activitiesAt', { name })}</h2>
      <ul className="further-places">
        {firsts.slice(0, MOST).map((date) => (
          <li key={date.id}>
            <b>
              <AppLink href={`${CALENDAR}/${date.activityId}-${date.slug}?datum=${date.day}`}>
                {date.title}
              </AppLink>
            </b>
            <span>
              {[when(date), date.online ? t('online') : (date.locationName ?? date.city)]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      <p>
        <AppLink href={`${CALENDAR}?organisatie=${id}`}>{t('allActivities')}</AppLink>
      </p>
    </section>
  );
}
