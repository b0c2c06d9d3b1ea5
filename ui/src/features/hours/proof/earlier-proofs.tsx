// Papers that were made before: fetching them again, and withdrawing them.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Proof } from '../../../api/hours-calls.ts';
import { Button } from '../../../components/actions/button.tsx';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { ConfirmDialog } from '../../../components/feedback/dialog.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { showError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate } from '../../../lib/locale/time.ts';
import { downloadProof, withdrawProof } from './proof.store.ts';
import { writtenCode } from './proof-choice.ts';
import '../../../components/layout/line-list.css';

export function EarlierProofs({ proofs }: { proofs: readonly Proof[] }) {
  const { t } = useTranslation(['hours-proof', 'hours']);
  const [asked, setAsked] = useState<Proof | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  if (proofs.length === 0) return null;

  async function handle(change: () => Promise<void>, done?: string) {
    setIsBusy(true);
    try {
      await change();
      if (done) addToast({ title: done, color: 'success' });
      setAsked(null);
    } catch (cause) {
      showError(cause);
    } finally {
      setIsBusy(false);
    }
  }

  return (
    <Card title={t('earlier.title')} className="earlier-proofs">
      <ul>
        {proofs.map((proof) => {
          const code = writtenCode(proof.code);
          const made = formatDate(proof.createdAt);
          return (
            <li key={proof.id}>
              <div>
                <b>{t(`kind.${proof.kind}`)}</b>
                <small>
                  {[proof.title, proof.totalHours > 0 ? t('hours:n', { count: proof.totalHours }) : null]
                    .filter(Boolean)
                    .join(', ')}
                </small>
                <small>{t('earlier.made', { date: made, code })}</small>
              </div>
              {proof.withdrawnAt ? (
                <StatusBadge tone="neutral" icon="close">
                  {t('earlier.withdrawn')}
                </StatusBadge>
              ) : (
                <div className="button-row">
                  <Button
                    icon="download"
                    aria-label={t('earlier.downloadOf', { code })}
                    off={isBusy}
                    onClick={() => void handle(() => downloadProof(proof.id))}
                  >
                    {t('earlier.download')}
                  </Button>
                  <Button
                    variant="quiet"
                    aria-label={t('earlier.withdrawOf', { code })}
                    onClick={() => setAsked(proof)}
                  >
                    {t('earlier.withdraw')}
                  </Button>
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <ConfirmDialog
        open={asked !== null}
        title={t('withdraw.title', { code: asked ? writtenCode(asked.code) : '' })}
        confirmLabel={t('withdraw.confirm')}
        variant="danger"
        busy={isBusy}
        onConfirm={() => {
          if (asked) void handle(() => withdrawProof(asked.id), t('withdraw.done'));
        }}
        onCancel={() => setAsked(null)}
      >
        <p>{t('withdraw.text')}</p>
      </ConfirmDialog>
    </Card>
  );
}
