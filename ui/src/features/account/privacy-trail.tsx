// What was done with my details and who looked at them, the latest on top.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import '../../css/application.css';
import { collection } from '../../api/collection.ts';
import { Timeline } from '../../components/application-parts.tsx';
import { Button } from '../../components/button.tsx';
import { Card } from '../../components/card.tsx';
import { LoadProblem } from '../../components/load-problem.tsx';
import { RowSkeletons } from '../../components/loading.tsx';
import { centre } from '../../lib/centre.ts';
import { gathered, TRAIL_QUERY, useTrailLines } from '../../lib/trail.ts';

const trail = collection('audit_events');
const load = (): Promise<void> => trail.list({ ...TRAIL_QUERY, 'filter[about_me_eq]': 'true' });

export function PrivacyTrail() {
  const { t } = useTranslation('account-privacy');
  const lineOf = useTrailLines(centre.value?.name ?? '');
  const { items, status, total } = trail;
  useEffect(() => {
    void load();
    return () => trail.reset();
  }, []);
  const shown = items.value;
  const hasMore = shown.length < total.value;
  return (
    <Card title={t('trail.title')} className="stack">
      <p>{t('trail.text')}</p>
      {status.value === 'error' ? (
        <LoadProblem onRetry={() => void load()} />
      ) : shown.length > 0 ? (
        <Timeline events={gathered(shown).map(lineOf)} />
      ) : status.value === 'success' ? (
        <p className="soft">{t('trail.none')}</p>
      ) : (
        <RowSkeletons count={3} />
      )}
      {hasMore ? (
        <Button busy={status.value === 'pending'} onClick={() => void trail.more()}>
          {t('trail.more')}
        </Button>
      ) : null}
    </Card>
  );
}
