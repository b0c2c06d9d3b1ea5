// What was done with my details and who looked at them, the latest on top.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../../components/content/application-parts.css';
import { useResourceList } from '../../../api/hooks.ts';
import { Button } from '../../../components/actions/button.tsx';
import { Timeline } from '../../../components/content/application-parts.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { TableFilter } from '../../../components/table/table-tools.tsx';
import { AUDIT_LOG_PARAMS, gathered, useTrailLines } from '../../../lib/audit/audit-log.ts';
import { centre } from '../../../lib/centre/centre.ts';
import { currentUser } from '../../../lib/session/session.ts';

const PARTS = ['all', 'reading', 'changes', 'mine'] as const;
type Part = (typeof PARTS)[number];

const filterOf = (part: Part, me: string) =>
  part === 'mine'
    ? { actorIdEq: me }
    : { aboutMeEq: true, ...(part === 'all' ? {} : { isReadingEq: part === 'reading' }) };

export function PrivacyTrail() {
  const { t } = useTranslation('account-privacy');
  const lineOf = useTrailLines(centre.value?.name ?? '');
  const [part, setPart] = useState<Part>('all');
  const events = useResourceList('audit_events', {
    ...AUDIT_LOG_PARAMS,
    filter: filterOf(part, currentUser.value?.id ?? ''),
  });
  const { items: shown, status, total } = events;
  const hasMore = shown.length < total;
  return (
    <Card title={t('trail.title')} className="stack">
      <p>{t('trail.text')}</p>
      <TableFilter
        label={t('trail.filter')}
        value={part}
        options={PARTS.map((each) => ({ value: each, label: t(`trail.part.${each}`) }))}
        onChange={(value) => setPart(PARTS.find((each) => each === value) ?? 'all')}
      />
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
