// What happened to a vacancy, the latest on top.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Timeline } from '../../components/application-parts.tsx';
import { Card } from '../../components/card.tsx';
import { formatDay, formatTime } from '../../lib/time.ts';
import { history, loadHistory } from './edit-vacancy.store.ts';

const ONLINE: readonly string[] = ['published', 'filled', 'expired'];
const LEADS_ONLINE: readonly string[] = ['renew', 'reopen'];

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
          events={history.value.map(({ id: key, event, from, to, at, actorName, reasonText }, index) => ({
            id: key,
            title: t(i18n.exists(`vacancies:history.${event}`) ? `history.${event}` : 'history.other', {
              // The same step on what is online already is about changes; renewing that still waits has not happened.
              ...(ONLINE.includes(from ?? '') && (!LEADS_ONLINE.includes(event) || to === 'submitted')
                ? { context: 'change' }
                : {}),
            }),
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
