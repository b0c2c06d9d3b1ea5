// What a vacancy brings: views, applications and how one leads to the other, and the last thirty days as bars.
import { useTranslation } from 'react-i18next';
import { useLoaded } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { Card } from '../../../components/layout/card.tsx';
import { formatDate, formatNumber } from '../../../lib/locale/time.ts';
import './vacancy-statistics.css';

export function StatisticsCard({ id }: { id: string }) {
  const { t } = useTranslation('vacancy-steps');
  const { data } = useLoaded(`statistics:${id}`, async (signal) => {
    const { meta } = await send(STAFF_CALLS.vacancyStatistics, { id, signal });
    return meta;
  });
  if (!data) return null;
  const { views = 0, applications = 0, accepted = 0, conversion, responseDays, days = [] } = data;
  const most = Math.max(1, ...days.map((day) => day.views));
  return (
    <Card title={t('statistics.title')}>
      <dl className="statistics">
        <div>
          <dt>{t('statistics.views')}</dt>
          <dd>{formatNumber(views)}</dd>
        </div>
        <div>
          <dt>{t('statistics.applications')}</dt>
          <dd>{formatNumber(applications)}</dd>
        </div>
        <div>
          <dt>{t('statistics.accepted')}</dt>
          <dd>{formatNumber(accepted)}</dd>
        </div>
      </dl>
      {conversion !== null && conversion !== undefined ? (
        <p>{t('statistics.conversion', { percentage: formatNumber(conversion) })}</p>
      ) : null}
      {responseDays !== null && responseDays !== undefined ? (
        <p>{t('statistics.response', { days: formatNumber(responseDays) })}</p>
      ) : null}
      {days.length > 0 ? (
        <div
          className="statistics-days"
          role="img"
          aria-label={t('statistics.days', {
            from: formatDate(days[0]?.day ?? ''),
            to: formatDate(days.at(-1)?.day ?? ''),
            count: days.reduce((sum, day) => sum + day.views, 0),
          })}
        >
          {days.map((day) => (
            <span key={day.day} style={{ height: `${Math.max(2, (day.views / most) * 100)}%` }} />
          ))}
        </div>
      ) : null}
    </Card>
  );
}
