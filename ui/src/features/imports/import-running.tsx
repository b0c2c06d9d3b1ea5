// The last step while many organisations are taken in: how far it is. The work goes on when somebody leaves the page.

import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { Import } from '../../api/schema.d.ts';
import { Card } from '../../components/layout/card.tsx';
import { formatNumber } from '../../lib/locale/time.ts';
import { loadImport } from './imports.store.ts';

const LOOK_EVERY_MS = 1000;

export function ImportRunning({ found }: { found: Import }) {
  const { t } = useTranslation('imports');
  const { id, processed, report } = found;
  useEffect(() => {
    const timer = setInterval(() => void loadImport(id), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [id]);
  return (
    <div className="import-body">
      <Card title={t('running.title')} className="stack">
        <p aria-live="polite">
          {t('running.progress', { done: formatNumber(processed), total: formatNumber(report.new) })}
        </p>
        <progress value={processed} max={Math.max(1, report.new)} aria-label={t('running.title')} />
        <p className="soft">{t('running.text')}</p>
      </Card>
    </div>
  );
}
