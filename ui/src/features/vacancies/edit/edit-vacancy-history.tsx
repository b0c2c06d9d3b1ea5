// What happened to a vacancy, the latest on top.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transition } from '../../../api/calls.ts';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatDay, formatTime } from '../../../lib/locale/time.ts';
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
  const actorOf = ({ actorName, isImpersonation, impersonatorName }: Transition): string | null =>
    isImpersonation && actorName
      ? t('history.inTheName', { admin: impersonatorName ?? t('history.admin'), name: actorName })
      : actorName;
  return (
    <aside aria-label={t('history.title')}>
      <Card title={t('history.title')}>
        <Timeline
          events={history.value.map((step, index) => ({
            id: step.id,
            title: serverWords(t)(
              i18n.exists(`vacancies:history.${step.event}`) ? `history.${step.event}` : 'history.other',
              {
                // The same step on what is online already is about changes; renewing that still waits has not happened.
                ...(ONLINE.includes(step.from ?? '') &&
                (!LEADS_ONLINE.includes(step.event) || step.to === 'submitted')
                  ? { context: 'change' }
                  : {}),
              },
            ),
            detail: [actorOf(step), step.reasonText].filter(Boolean).join(': '),
            when: `${formatDay(step.at)}, ${formatTime(step.at)}`,
            at: step.at,
            mark: index === 0 ? 'now' : step.event === 'request_changes' ? 'warning' : undefined,
          }))}
        />
      </Card>
    </aside>
  );
}
