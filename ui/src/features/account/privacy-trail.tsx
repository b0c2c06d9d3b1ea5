// What was done with my details and who looked at them, the latest on top.
import { useTranslation } from 'react-i18next';
import '../../css/application.css';
import { useResourceList } from '../../api/hooks.ts';
import { Timeline } from '../../components/application-parts.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { RowSkeletons } from '../../components/loading.tsx';
import { centre } from '../../lib/centre.ts';
import { gathered, TRAIL_PARAMS, useTrailLines } from '../../lib/trail.ts';

export function PrivacyTrail() {
  const { t } = useTranslation('account-privacy');
  const lineOf = useTrailLines(centre.value?.name ?? '');
  const trail = useResourceList('audit_events', { ...TRAIL_PARAMS, filter: { aboutMeEq: true } });
  const { items: shown, status, total } = trail;
  const hasMore = shown.length < total;
  return (
    <Card title={t('trail.title')} className="stack">
      <p>{t('trail.text')}</p>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void trail.refresh()} />
      ) : shown.length > 0 ? (
        <Timeline events={gathered(shown).map(lineOf)} />
      ) : status === 'success' ? (
        <p className="soft">{t('trail.none')}</p>
      ) : (
        <RowSkeletons count={3} />
      )}
      {hasMore ? (
        <Button busy={status === 'pending'} onClick={() => void trail.more()}>
          {t('trail.more')}
        </Button>
      ) : null}
    </Card>
  );
}
