// Why an administrator wants to see personal data: a choice and a sentence. Then they are open for fifteen minutes.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DISCLOSURE_REASONS, type DisclosureReason, disclose } from '../../api/data-viewer-calls.ts';
import { Button } from '../../components/actions/button.tsx';
import { Key } from '../../components/content/key.tsx';
import { Dialog } from '../../components/feedback/dialog.tsx';
import { Field } from '../../components/form/field.tsx';
import { Form, SubmitButton } from '../../components/form/form.tsx';
import { Icon } from '../../components/media/icon.tsx';

interface ReasonDialogProps {
  table: string;
  /** Null: every row of the table. */
  row: string | null;
  onClose: () => void;
  onDisclosed: () => void;
}

export function ReasonDialog({ table, row, onClose, onDisclosed }: ReasonDialogProps) {
  const { t } = useTranslation('data-viewer');
  const [reason, setReason] = useState<DisclosureReason>('help');

  // The digits of the keyboard choose, as the list says, wherever the focus is.
  useEffect(() => {
    function handleKey({ key, target }: KeyboardEvent) {
      const chosen = DISCLOSURE_REASONS[Number(key) - 1];
      if (chosen && !(target instanceof HTMLTextAreaElement)) setReason(chosen);
    }
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);

  return (
    <Dialog
      open
      title={t('reason.title')}
      onClose={onClose}
      wrap={(content) => (
        <Form
          of="POST /admin/data_viewer/disclosures"
          onSubmit={async ({ explanation }) => {
            const rowIds = row === null ? null : [Number(row)];
            await disclose({ table, rowIds, reason, explanation: String(explanation ?? '').trim() });
            onDisclosed();
          }}
        >
          {content}
        </Form>
      )}
      footer={
        <>
          <Button onClick={onClose}>{t('reason.cancel')}</Button>
          <SubmitButton>{t('reason.submit')}</SubmitButton>
        </>
      }
    >
      <div className="stack">
        <fieldset className="reason-list">
          <legend>{t('reason.legend')}</legend>
          {DISCLOSURE_REASONS.map((each, index) => (
            <label className="reason" key={each}>
              <input
                type="radio"
                name="why"
                value={each}
                checked={each === reason}
                onChange={() => setReason(each)}
              />
              <Icon name="check" />
              <span>{t(`reason.choice.${each}`)}</span>
              <Key>{String(index + 1)}</Key>
            </label>
          ))}
        </fieldset>
        <Field name="explanation" kind="textarea" label={t('reason.explanation')} rows={3} />
        <p className="small soft">{t(row === null ? 'reason.noteAll' : 'reason.note')}</p>
      </div>
    </Dialog>
  );
}
