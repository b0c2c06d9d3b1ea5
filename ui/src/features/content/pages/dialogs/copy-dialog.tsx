// A block is copied to the end of another page.
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../api/client.ts';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { useResourceList } from '../../../../api/hooks.ts';
import { send } from '../../../../api/requests.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import type { Block } from '../state/document.ts';
import type { PageEditor } from '../state/use-page-editor.ts';

interface CopyDialogProps {
  editor: PageEditor;
  block: Block | undefined;
  onClose: () => void;
}

export function CopyDialog({ editor, block, onClose }: CopyDialogProps) {
  const { t } = useTranslation('content-pages');
  const id = useId();
  const { items } = useResourceList('pages', { sort: 'title', page: { size: 100 } });
  const [to, setTo] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const others = items.filter((page) => page.id !== editor.id && page.can.includes('update'));
  if (!block) return null;
  const { blockType, content, ground } = block;

  async function handleCopy() {
    const page = others.find((each) => each.id === to);
    if (!page) {
      setProblem(t('copy.choose'));
      return;
    }
    setBusy(true);
    try {
      await send(CONTENT_CALLS.addBlock, { id: to, body: { blockType, content, ground } });
      addToast({
        title: t('copy.done', { title: page.title }),
        color: 'success',
        action: { label: t('copy.open'), onClick: () => navigateTo(`/content/pages/${to}/edit`) },
      });
      onClose();
    } catch (cause) {
      setProblem(cause instanceof ApiError && cause.message ? cause.message : t('failed'));
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      small
      title={t('copy.title')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void handleCopy()}>
            {t('copy.confirm')}
          </Button>
        </>
      }
    >
      <div className={problem ? 'field has-error' : 'field'}>
        <label htmlFor={id}>{t('copy.to')}</label>
        <FieldError id={id} error={problem} />
        <select
          className="select"
          id={id}
          value={to}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-error` : undefined}
          onChange={(event) => {
            setTo(event.target.value);
            setProblem(undefined);
          }}
        >
          <option value="">{t('link.choose')}</option>
          {others.map((page) => (
            <option key={page.id} value={page.id}>
              {page.title} ({page.locale.toUpperCase()})
            </option>
          ))}
        </select>
      </div>
    </Dialog>
  );
}
