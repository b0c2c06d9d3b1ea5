// What somebody has now: applications with their stage, activities to come, hours of this month.
import { useTranslation } from 'react-i18next';
import type { DeskPerson } from '../../api/desk-calls.ts';
import { AppLink } from '../../components/actions/app-link.tsx';
import { Card } from '../../components/layout/card.tsx';
import { momentClock, momentDay } from '../../lib/locale/local-time.ts';
import { useApplications, useHoursOfMonth, useRegistrations } from './desk.store.ts';

export function NowCard({ person }: { person: DeskPerson }) {
  const { t } = useTranslation(['desk', 'hours', 'applications']);
  const applications = useApplications(person.id);
  const registrations = useRegistrations(person.id);
  const hours = useHoursOfMonth(person.id);
  const isEmpty =
    applications.status === 'success' &&
    registrations.status === 'success' &&
    applications.items.length === 0 &&
    registrations.items.length === 0 &&
    !hours;
  return (
    <Card title={t('now.title', { name: person.firstName })} className="desk-now">
      {isEmpty ? <p>{t('now.none')}</p> : null}
      {applications.items.length > 0 ? (
        <>
          <h3>{t('now.applications')}</h3>
          <ul>
            {applications.items.map(({ id, vacancyTitle, organizationName, stage }) => (
              <li key={id}>
                <AppLink href={`/applications/${id}`}>{vacancyTitle}</AppLink>
                <small>
                  {[organizationName, t(`applications:stage.${stage}`)].filter(Boolean).join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {registrations.items.length > 0 ? (
        <>
          <h3>{t('now.activities')}</h3>
          <ul>
            {registrations.items.map(({ id, activityTitle, startsAt, status }) => (
              <li key={id}>
                {activityTitle}
                <small>
                  {[
                    startsAt
                      ? t('activity.at', { when: `${momentDay(startsAt)}, ${momentClock(startsAt)}` })
                      : null,
                    status === 'waitlisted' ? t('now.waits') : null,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </small>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {hours ? (
        <p>
          {t('now.hours')} <b>{t('hours:n', { count: hours })}</b>
        </p>
      ) : null}
    </Card>
  );
}
