// One step for one person or for many: first what would happen and to how many, then the step, then who it failed for.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextSkeleton } from '../../components/loading.tsx';
import { Notice } from '../../components/notice.tsx';
import { addToast } from '../../lib/toasts.ts';
import { type BulkEvent, type BulkOutcome, takeStep } from './list.store.ts';

export interface Asked {
  event: BulkEvent;
  ids: readonly string[];
  /** Of those who are on the screen. */
  names: ReadonlyMap<string, string>;
}

const REASONS_SHOWN = 5;

interface BulkDialogProps {
  asked: Asked;
  onClose: () => void;
  onDone: () => void;
}

export function BulkDialog({ asked, onClose, onDone }: BulkDialogProps) {
  const { t } = useTranslation('users');
  const { event, ids, names } = asked;
  const [outlook, setOutlook] = useState<BulkOutcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);

  const tell = (cause: unknown): void =>
    setFailure(cause instanceof ApiError && !cause.isOffline ? cause.message : t('bulk.failed'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each dialog
  useEffect(() => {
    takeStep(ids, event, true).then(setOutlook, tell);
  }, []);

  async function handleConfirm() {
    const possible = ids.filter((id) => !outlook?.refused.some((refusal) => refusal.id === id));
    setIsBusy(true);
    setFailure(null);
    try {
      const { done, refused } = await takeStep(possible, event, false);
      addToast({
        title: t(`bulk.${event}.done`, { count: done }),
        message: refused.length > 0 ? t('bulk.someFailed', { count: refused.length }) : '',
        color: refused.length > 0 ? 'warning' : 'success',
      });
      onClose();
      onDone();
    } catch (cause) {
      tell(cause);
      setIsBusy(false);
    }
  }

  const count = outlook?.done ?? ids.length;
  const name = names.get(ids[0] ?? '') ?? '';
  const isOne = ids.length === 1 && name !== '';
  const title =
    outlook !== null && count === 0
      ? t(`bulk.${event}.nobody`)
      : isOne
        ? t(`bulk.${event}.titleOne`, { name })
        : t(`bulk.${event}.title`, { count });
  return (
    <Dialog
      open
      small
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(count === 0 ? 'components:close' : 'components:cancel')}
          </Button>
          {outlook !== null && count > 0 ? (
            <Button
              variant={event === 'archive' ? 'danger' : 'primary'}
              busy={isBusy}
              onClick={() => void handleConfirm()}
            >
              {t(`bulk.${event}.confirm`, { count })}
            </Button>
          ) : null}
        </>
      }
    >
      {failure ? (
        <Notice tone="danger" live>
          <p>{failure}</p>
        </Notice>
      ) : null}
      {outlook === null && failure === null ? <TextSkeleton lines={3} /> : null}
      {outlook !== null && count > 0 ? <p>{t(`bulk.${event}.text`, { count })}</p> : null}
      {outlook !== null && outlook.refused.length > 0 ? <Refusals outlook={outlook} names={names} /> : null}
    </Dialog>
  );
}

/** For whom it cannot be, and why; the same reason is said once for those who have no name here. */
function Refusals({ outlook, names }: { outlook: BulkOutcome; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation('users');
  const lines = [
    ...new Set(
      outlook.refused.map(({ id, reason }) => {
        const name = names.get(id);
        return name ? t('bulk.refusal', { name, reason }) : reason;
      }),
    ),
  ];
  const more = lines.length - REASONS_SHOWN;
  return (
    <Notice tone="warning">
      <p>
        <strong>{t('bulk.refused', { count: outlook.refused.length })}</strong>
      </p>
      <ul className="plain-list">
        {lines.slice(0, REASONS_SHOWN).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {more > 0 ? <p>{t('bulk.more', { count: more })}</p> : null}
    </Notice>
  );
}
