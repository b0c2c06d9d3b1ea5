// A link to the draft for somebody without an account; it ends by itself.
import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { send } from '../../../../api/requests.ts';
import { Button, ButtonLink, ButtonRow } from '../../../../components/actions/button.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { Notice } from '../../../../components/feedback/notice.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';

export function PreviewDialog({ editor, onClose }: { editor: PageEditor; onClose: () => void }) {
  const { t } = useTranslation('content-pages');
  const id = useId();
  const [url, setUrl] = useState('');
  const [hasFailed, setHasFailed] = useState(false);
  const [isCopied, setIsCopied] = useState(false);
  const { flush, id: page } = editor;
  // biome-ignore lint/correctness/useExhaustiveDependencies: one link, when the dialog opens
  useEffect(() => {
    let isHere = true;
    flush()
      .then(() => send(CONTENT_CALLS.previewPage, { id: page }))
      .then(({ item }) => {
        if (isHere && item) setUrl(item.url);
      })
      .catch(() => {
        if (isHere) setHasFailed(true);
      });
    return () => {
      isHere = false;
    };
  }, []);

  async function handleCopy() {
    await navigator.clipboard?.writeText(url).then(
      () => setIsCopied(true),
      () => undefined,
    );
  }

  return (
    <Dialog
      open
      small
      title={t('previewLink.title')}
      onClose={onClose}
      footer={
        <Button variant="quiet" onClick={onClose}>
          {t('close')}
        </Button>
      }
    >
      <p>{t('previewLink.text')}</p>
      {hasFailed ? <Notice tone="danger">{t('failed')}</Notice> : null}
      <div className="field">
        <label htmlFor={id}>{t('previewLink.label')}</label>
        <input className="input" id={id} readOnly value={url} onFocus={(event) => event.target.select()} />
      </div>
      {url ? (
        <ButtonRow>
          <Button icon="copy" onClick={() => void handleCopy()}>
            {t(isCopied ? 'previewLink.copied' : 'previewLink.copy')}
          </Button>
          <ButtonLink icon="external" href={url} target="_blank">
            {t('previewLink.open')}
          </ButtonLink>
        </ButtonRow>
      ) : null}
      <p className="visually-hidden" role="status">
        {isCopied ? t('previewLink.copied') : ''}
      </p>
    </Dialog>
  );
}
