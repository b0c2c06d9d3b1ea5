// What happened to a vacancy, the latest on top.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Timeline } from '../../components/application-parts.tsx';
import { Card } from '../../components/card.tsx';
import { formatDay, formatTime } from '../../lib/time.ts';
import { history, loadHistory } from './edit-vacancy.store.ts';

export function VacancyHistory({ id }: { id: string }) {
  const { t, i18n } = useTranslation('vacancies');
  useEffect(() => {
    history.value = [];
    void loadHistory(id);
  }, [id]);
  if (history.value.length === 0) return null;
  return (
    <aside aria-label={t('history.title')}>
      <Card title={t('history.title')}>
        <Timeline
          events={history.value.map(({ id: key, event, at, actorName, reasonText }, index) => ({
            id: key,
            title: t(i18n.exists(`vacancies:history.${event}`) ? `history.${event}` : 'history.other'),
            detail: [actorName, reasonText].filter(Boolean).join(': '),
            when: `${formatDay(at)}, ${formatTime(at)}`,
            at,
            mark: index === 0 ? 'now' : event === 'request_changes' ? 'warning' : undefined,
          }))}
        />
      </Card>
    </aside>
  );
}
