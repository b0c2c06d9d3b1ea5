// Earlier versions of a page: how each looked, and going back to one, which makes a new draft of it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CONTENT_CALLS } from '../../../../api/content-calls.ts';
import { useCall } from '../../../../api/hooks.ts';
import { send } from '../../../../api/requests.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { StatusBadge } from '../../../../components/content/badge.tsx';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { LoadProblem } from '../../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../../components/feedback/loading.tsx';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { formatDateTime } from '../../../../lib/locale/time.ts';
import { BlockHtml } from '../canvas/block-html.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';
import { useVersion } from '../state/use-version.ts';

export function VersionsDialog({ editor, onClose }: { editor: PageEditor; onClose: () => void }) {
  const { t } = useTranslation('content-pages');
  const { id } = editor;
  const { data, status, refresh } = useCall(CONTENT_CALLS.pageVersions, { id });
  const versions = data?.items ?? [];
  const [chosen, setChosen] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const shown = chosen ?? versions[0]?.number ?? null;
  const version = useVersion(id, shown);

  async function handleRestore() {
    if (shown === null) return;
    setBusy(true);
    try {
      await editor.flush();
      await send(CONTENT_CALLS.restorePage, { id, number: String(shown) });
      await editor.reload();
      addToast({ title: t('versions.restored', { number: shown }), color: 'success' });
      onClose();
    } catch {
      addToast({ title: t('failed'), color: 'danger' });
      setBusy(false);
    }
  }

  return (
    <Dialog
      open
      wide
      title={t('versions.title')}
      description={t('versions.text')}
      onClose={onClose}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('close')}
          </Button>
          <Button variant="primary" busy={busy} off={shown === null} onClick={() => void handleRestore()}>
            {shown === null ? t('versions.restore') : t('versions.restoreOf', { number: shown })}
          </Button>
        </>
      }
    >
      {status === 'error' ? (
        <LoadProblem onRetry={() => void refresh()} />
      ) : versions.length === 0 ? (
        status === 'success' ? (
          <p>{t('versions.none')}</p>
        ) : (
          <RowSkeletons count={4} />
        )
      ) : (
        <div className="versions">
          <ol className="version-list" aria-label={t('versions.list')}>
            {versions.map((each) => (
              <li key={each.number}>
                <button
                  type="button"
                  aria-pressed={each.number === shown}
                  onClick={() => setChosen(each.number)}
                >
                  <b>{t('versions.number', { number: each.number })}</b>
                  <span>{formatDateTime(each.at)}</span>
                  <span className="soft">{each.actorName ?? ''}</span>
                  {each.isPublished ? (
                    <StatusBadge tone="success">{t('versions.published')}</StatusBadge>
                  ) : null}
                </button>
              </li>
            ))}
          </ol>
          <section className="version-page" aria-label={t('versions.preview')}>
            {version ? (
              <div className="canvas">
                <div className="canvas-frame">
                  <b>{String(version.title)}</b>
                </div>
                <div className="content-blocks" inert>
                  {version.html.map((html, at) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: a version never changes
                    <BlockHtml key={`${version.number}-${at}`} html={html} />
                  ))}
                </div>
              </div>
            ) : (
              <RowSkeletons count={3} />
            )}
          </section>
        </div>
      )}
    </Dialog>
  );
}
