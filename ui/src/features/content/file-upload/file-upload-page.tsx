// Documents of the centre: to link to from pages, always downloaded, replaced without another address.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { refresh } from '../../../api/cache.ts';
import { ApiError } from '../../../api/client.ts';
import { keyOf, useResourceList } from '../../../api/hooks.ts';
import { removeResource } from '../../../api/requests.ts';
import type { Upload } from '../../../api/schema.d.ts';
import { sendFile } from '../../../api/upload.ts';
import { Button, ButtonRow, IconButton } from '../../../components/actions/button.tsx';
import { Dialog } from '../../../components/feedback/dialog.tsx';
import { EmptyState } from '../../../components/feedback/empty-state.tsx';
import { LoadProblem } from '../../../components/feedback/load-problem.tsx';
import { RowSkeletons } from '../../../components/feedback/loading.tsx';
import { FileDrop } from '../../../components/form/controls/file-drop.tsx';
import { Card } from '../../../components/layout/card.tsx';
import { PageTitle } from '../../../components/layout/page-title.tsx';
import { Pagination } from '../../../components/table/pagination.tsx';
import { TableTools, TypedSearch } from '../../../components/table/table-tools.tsx';
import { normaliseError } from '../../../lib/feedback/errors.ts';
import { addToast } from '../../../lib/feedback/toasts.ts';
import { formatDate, formatNumber } from '../../../lib/locale/time.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';
import { UsageList } from '../usages/usage-list.tsx';
import '../../../components/layout/line-list.css';

const ACCEPTED = '.pdf,.docx,.odt,.xlsx,.ods,.txt';
const LARGEST = 10 * 1024 * 1024;
const PATH = '/content/file-upload';
const PAGE = 50;

export default function FileUploadPage() {
  const { t } = useTranslation('file-upload');
  const query = useQuery();
  const q = query.get('q') ?? '';
  const number = Number(query.get('page') ?? 1) || 1;
  const [problem, setProblem] = useState<string>();
  const [share, setShare] = useState<number | null>(null);
  const {
    items,
    total,
    pages,
    status,
    refresh: again,
  } = useResourceList('uploads', {
    filter: { kindEq: 'document', ...(q ? { q } : {}) },
    page: { size: PAGE, number },
  });
  const reload = () => refresh(keyOf('/uploads'));

  /** A new document, or another file in the place of one. */
  async function handleFile(file: File, old?: Upload) {
    setProblem(undefined);
    if (file.size > LARGEST) {
      setProblem(t('problem.tooLarge', { name: file.name, largest: LARGEST / 1024 / 1024 }));
      return;
    }
    setShare(0);
    try {
      await sendFile(file, file.name, old ? {} : { kind: 'document' }, {
        onProgress: setShare,
        path: old ? `/uploads/${old.id}/file` : '/uploads',
      });
      addToast({
        id: 'document',
        title: t(old ? 'replaced' : 'added', { name: file.name }),
        color: 'success',
      });
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      setProblem(thrown.isOffline ? t('problem.offline') : (thrown.errors[0]?.detail ?? t('failed')));
    } finally {
      setShare(null);
    }
    await reload();
  }

  return (
    <div className="stack">
      <PageTitle title={t('title')} description={t('description')} />
      <FileDrop
        label={share === null ? t('drop') : t('uploading', { percent: Math.round(share * 100) })}
        hint={t('limit', { largest: LARGEST / 1024 / 1024 })}
        error={problem}
        accept={ACCEPTED}
        disabled={share !== null}
        onFile={(file) => void handleFile(file)}
      />
      <TableTools>
        <TypedSearch
          q={q}
          label={t('search')}
          onSearch={(text) =>
            navigateTo(text ? `${PATH}?${new URLSearchParams({ q: text })}` : PATH, { replace: true })
          }
        />
      </TableTools>
      {status === 'error' ? (
        <LoadProblem onRetry={() => void again()} />
      ) : items.length > 0 ? (
        <Card title={t('count', { count: total })}>
          <ul className="line-list">
            {items.map((file) => (
              <DocumentLine
                key={file.id}
                file={file}
                onReplace={(chosen) => handleFile(chosen, file)}
                onGone={reload}
              />
            ))}
          </ul>
          <Pagination
            page={number}
            pages={pages}
            hrefFor={(page) => `${PATH}?${new URLSearchParams({ ...(q ? { q } : {}), page: String(page) })}`}
          />
        </Card>
      ) : status === 'success' ? (
        <EmptyState level={2} icon="archive" title={t(q ? 'none' : 'empty')}>
          {t(q ? 'noneText' : 'emptyText')}
        </EmptyState>
      ) : (
        <RowSkeletons count={4} />
      )}
    </div>
  );
}

interface DocumentLineProps {
  file: Upload;
  onReplace: (file: File) => Promise<void>;
  onGone: () => Promise<void>;
}

function DocumentLine({ file, onReplace, onGone }: DocumentLineProps) {
  const { t } = useTranslation('file-upload');
  const [asking, setAsking] = useState<'usages' | 'replace' | 'remove' | null>(null);
  const { id, name, url, size, uses, createdAt, replacedAt, can } = file;
  const extension = url.slice(url.lastIndexOf('.'));
  const close = () => setAsking(null);

  async function handleCopy() {
    try {
      await navigator.clipboard.writeText(`${location.origin}${url}`);
      addToast({ id: 'document', title: t('copied'), color: 'success' });
    } catch {
      addToast({
        id: 'document',
        title: t('copyFailed'),
        message: `${location.origin}${url}`,
        color: 'warning',
      });
    }
  }
  async function handleRemove() {
    close();
    try {
      await removeResource('uploads', id);
      addToast({ id: 'document', title: t('removed', { name }), color: 'success' });
    } catch (thrown) {
      addToast({
        id: 'document',
        title: t('failed'),
        message: normaliseError(thrown).message,
        color: 'danger',
      });
    }
    await onGone();
  }

  return (
    <li>
      <div>
        <a href={url} download>
          <b>{name}</b>
        </a>
        <p className="soft small">
          {t('facts', { size: sizeOf(size, t), date: formatDate(replacedAt ?? createdAt ?? '') })}
          {' · '}
          {uses > 0 ? t('uses', { count: uses }) : t('unused')}
        </p>
      </div>
      <ButtonRow>
        <Button small icon="link" aria-label={t('copyOf', { name })} onClick={() => void handleCopy()}>
          {t('copy')}
        </Button>
        <Button small aria-label={t('usagesOf', { name })} onClick={() => setAsking('usages')}>
          {t('usages')}
        </Button>
        {can.includes('update') ? (
          <Button
            small
            icon="upload"
            aria-label={t('replaceOf', { name })}
            onClick={() => setAsking('replace')}
          >
            {t('replace')}
          </Button>
        ) : null}
        {can.includes('delete') ? (
          <IconButton icon="trash" label={t('removeOf', { name })} onClick={() => setAsking('remove')} />
        ) : null}
      </ButtonRow>
      <Dialog open={asking === 'usages'} small title={t('usagesOf', { name })} onClose={close}>
        <UsageList of="uploads" id={id} />
      </Dialog>
      <Dialog
        open={asking === 'replace'}
        small
        title={t('replaceTitle', { name })}
        description={t('replaceText')}
        onClose={close}
      >
        <FileDrop
          label={t('replaceDrop', { extension })}
          accept={extension}
          onFile={(chosen) => {
            close();
            void onReplace(chosen);
          }}
        />
      </Dialog>
      <Dialog
        open={asking === 'remove'}
        small
        title={t('removeTitle', { name })}
        description={t('removeText')}
        onClose={close}
        footer={
          <>
            <Button variant="quiet" onClick={close}>
              {t('keep')}
            </Button>
            <Button variant="danger" onClick={() => void handleRemove()}>
              {t('remove')}
            </Button>
          </>
        }
      >
        <UsageList of="uploads" id={id} />
      </Dialog>
    </li>
  );
}

function sizeOf(bytes: number, t: (key: 'kb' | 'mb', values: { size: string }) => string): string {
  if (bytes < 1024 * 1024) return t('kb', { size: formatNumber(Math.max(1, Math.round(bytes / 1024))) });
  return t('mb', { size: formatNumber(Math.round((bytes / 1024 / 1024) * 10) / 10) });
}
