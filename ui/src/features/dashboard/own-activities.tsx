// The first of the activities that somebody signed up for.
import { useTranslation } from 'react-i18next';
import { useResourceList } from '../../api/hooks.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Tag } from '../../components/content/badge.tsx';
import { OWN_TO_COME, pageOf, placeOf, standingWords, startOf } from '../../lib/activities/registrations.ts';
import { BoardCard } from './board-card.tsx';

const OWN = '/profiel/activiteiten';
const SHOWN = 3;

export function OwnActivities() {
  const { t } = useTranslation('dashboard');
  const { t: standings } = useTranslation('activity-registrations');
  const { items, total, status, refresh } = useResourceList('activity_registrations', {
    ...OWN_TO_COME,
    page: { size: SHOWN },
  });
  const isFailed = status === 'error';
  if (items.length === 0 && !isFailed) return null;
  return (
    <BoardCard
      title={t('own.activities')}
      {...(isFailed ? { status } : {})}
      onRetry={() => void refresh()}
      more={{ href: OWN, label: t('own.activitiesMore', { count: total }) }}
    >
      <ul className="line-list">
        {items.map((registration) => {
          const { id, activityTitle, status, occurrence } = registration;
          const start = startOf(registration);
          const { isOnline, name } = placeOf(registration);
          const when =
            start && (start.time === null ? start.day : standings('when', { ...start, time: start.time }));
          const isOff = occurrence?.status === 'cancelled';
          return (
            <li key={id}>
              <div>
                <AppLink href={pageOf(registration) ?? OWN}>{activityTitle}</AppLink>
                <p className="soft small">
                  {[when, isOnline ? standings('online') : name].filter(Boolean).join(' · ')}
                </p>
              </div>
              {isOff ? (
                <Tag warm>{standings('off')}</Tag>
              ) : (
                <Tag warm={status === 'offered'}>{standingWords(standings, registration)}</Tag>
              )}
            </li>
          );
        })}
      </ul>
    </BoardCard>
  );
}
