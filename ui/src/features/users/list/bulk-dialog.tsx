// One step for one person or for many: first what would happen and to how many, then the step, then who it failed for.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/client.ts';
import { Button, ButtonRow } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { TextSkeleton } from '../../../components/feedback/loading.tsx';
import { Notice } from '../../../components/feedback/notice.tsx';
import { Field } from '../../../components/form/field.tsx';
import { Form, SubmitButton } from '../../../components/form/form.tsx';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { type BulkEvent, type BulkOutcome, CLOSING_REASONS, takeStep, type Why } from './list.store.ts';

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
  const { t } = useTranslation(['users', 'components']);
  const { event, ids, names } = asked;
  const [outlook, setOutlook] = useState<BulkOutcome | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [isUnsure, setIsUnsure] = useState(false);

  function handleClose() {
    onClose();
    // Perhaps it was done and the answer got lost: the list says how it is.
    if (isUnsure) onDone();
  }

  const tell = (cause: unknown): void =>
    setFailure(cause instanceof ApiError && !cause.isOffline ? cause.message : t('bulk.failed'));

  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each dialog
  useEffect(() => {
    takeStep(ids, event, true).then(setOutlook, tell);
  }, []);

  async function handleConfirm(why: Why | null = null) {
    const possible = ids.filter((id) => !outlook?.refused.some((refusal) => refusal.id === id));
    setIsBusy(true);
    setFailure(null);
    try {
      const { done, refused } = await takeStep(possible, event, false, why);
      addToast({
        title: t(`bulk.${event}.done`, { count: done }),
        message: refused.length > 0 ? t('bulk.someFailed', { count: refused.length }) : '',
        color: refused.length > 0 ? 'warning' : 'success',
      });
      onClose();
      onDone();
    } catch (cause) {
      setIsBusy(false);
      // The form shows what is wrong at its field.
      if (why !== null && cause instanceof ApiError && cause.statusCode === 422) throw cause;
      tell(cause);
      setIsUnsure(true);
    }
  }

  const asksWhy = event === 'archive' && outlook !== null && outlook.done > 0;
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
      onClose={handleClose}
      footer={
        asksWhy ? null : (
          <>
            <Button variant="quiet" onClick={handleClose}>
              {t(count === 0 ? 'components:close' : 'components:cancel')}
            </Button>
            {outlook !== null && count > 0 ? (
              <Button variant="primary" busy={isBusy} onClick={() => void handleConfirm()}>
                {t(`bulk.${event}.confirm`, { count })}
              </Button>
            ) : null}
          </>
        )
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
      {asksWhy ? <WhyForm count={count} onSubmit={handleConfirm} onClose={handleClose} /> : null}
    </Dialog>
  );
}

interface WhyFormProps {
  count: number;
  onSubmit: (why: Why) => Promise<void>;
  onClose: () => void;
}

/** Closing accounts is asked a reason for: it stands in the history. */
function WhyForm({ count, onSubmit, onClose }: WhyFormProps) {
  const { t } = useTranslation(['users', 'components', 'reasons']);
  const [code, setCode] = useState('');
  return (
    <Form
      onChange={(value) => setCode(String(value.reasonCode ?? ''))}
      onSubmit={(value) =>
        onSubmit({ reasonCode: String(value.reasonCode), reason: String(value.reason ?? '').trim() })
      }
    >
      <Field
        name="reasonCode"
        kind="select"
        label={t('bulk.archive.why', { count })}
        short={t('bulk.archive.whyShort')}
        rules={{ required: true }}
        choices={CLOSING_REASONS.map((each) => ({ value: each, label: t(`reasons:closing.${each}`) }))}
      />
      <Field
        name="reason"
        kind="textarea"
        rows={2}
        label={t('bulk.archive.whyText')}
        hint={t('bulk.archive.whyHint')}
        rules={{ required: code === 'other', maxLength: 500 }}
      />
      <ButtonRow between>
        <Button variant="quiet" onClick={onClose}>
          {t('components:cancel')}
        </Button>
        <SubmitButton danger>{t('bulk.archive.confirm', { count })}</SubmitButton>
      </ButtonRow>
    </Form>
  );
}

/** For whom it cannot be, and why; the same reason is said once for those who have no name here. */
function Refusals({ outlook, names }: { outlook: BulkOutcome; names: ReadonlyMap<string, string> }) {
  const { t } = useTranslation(['users', 'components']);
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
