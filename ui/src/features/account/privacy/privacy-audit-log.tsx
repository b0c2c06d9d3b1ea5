// What was done with my details and who looked at them, the latest on top.
import { useTranslation } from 'react-i18next';
import '../../../components/content/application-parts.css';
import { useResourceList } from '../../../api/hooks.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { AUDIT_LOG_PARAMS, gathered, useTrailLines } from '../../../lib/audit/audit-log.ts';
import { centre } from '../../../lib/centre/centre.ts';

export function PrivacyTrail() {
  const { t } = useTranslation('account-privacy');
  const lineOf = useTrailLines(centre.value?.name ?? '');
  const events = useResourceList('audit_events', { ...AUDIT_LOG_PARAMS, filter: { aboutMeEq: true } });
  const { items: shown, status, total } = events;
  const hasMore = shown.length < total;
  return (
    <Card title={t('trail.title')} className="stack">
      <p>{t('trail.text')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void events.refresh()} />
      ) : shown.length > 0 ? (
        <Timeline events={gathered(shown).map(lineOf)} />
      ) : status === 'success' ? (
        <p className="soft">{t('trail.none')}</p>
      ) : (
        <RowSkeletons count={3} />
      )}
      {hasMore ? (
        <Button busy={status === 'pending'} onClick={() => void events.more()}>
          {t('trail.more')}
        </Button>
      ) : null}
    </Card>
  );
}
