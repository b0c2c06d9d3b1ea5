// The people of this list as a file, for who was given leave to take them out.
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/client.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { Notice } from '../../components/notice.tsx';
import { normaliseError } from '../../lib/errors.ts';
import { currentUser } from '../../lib/session.ts';
import { formatDateTime, formatNumber } from '../../lib/time.ts';
import { addToast } from '../../lib/toasts.ts';
import {
  EXPORT_FORMATS,
  type ExportFormat,
  exportPeople,
  fetchFile,
  file,
  forgetFile,
  isGone,
  loadFile,
} from './export.store.ts';
import type { ListState } from './list-url.ts';

export function ExportPeople({ state }: { state: ListState }) {
  const { t } = useTranslation('users');
  if (currentUser.value?.canExport !== true) return null;

  const take = async (format: ExportFormat) => {
    try {
      if (await exportPeople(state, format)) addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
  };

  return (
    <MenuButton
      label={t('export.label')}
      note={t('export.note')}
      className="button"
      align="start"
      entries={EXPORT_FORMATS.map((format) => ({
        label: t(`export.${format}`),
        onSelect: () => void take(format),
      }))}
    >
      <Icon name="download" />
      <span>{t('export.label')}</span>
    </MenuButton>
  );
}

/** How far a large file is, and the button to fetch it. `id` is in the address of who comes from the letter. */
export function ExportNotice({ id }: { id: string | null }) {
  const { t } = useTranslation('users');
  const [isBusy, setIsBusy] = useState(false);
  useEffect(() => {
    if (id) void loadFile(id);
    return forgetFile;
  }, [id]);
  const made = file.value;

  if (isGone.value) return <Notice tone="warning">{t('export.gone')}</Notice>;
  if (made === null) return null;
  const count = formatNumber(made.rows);

  async function handleFetch() {
    if (made === null) return;
    setIsBusy(true);
    try {
      await fetchFile(made.id);
      addToast({ title: t('export.done'), color: 'success' });
    } catch (thrown) {
      if (thrown instanceof ApiError && [404, 410].includes(thrown.statusCode)) isGone.value = true;
      else addToast({ title: t('export.failed'), message: normaliseError(thrown).message, color: 'danger' });
    }
    setIsBusy(false);
  }

  if (made.state === 'waiting') return <Notice live>{t('export.waiting', { count })}</Notice>;
  if (made.state === 'failed')
    return (
      <Notice tone="danger" live>
        {t('export.broken')}
      </Notice>
    );
  return (
    <Notice tone="success" live>
      <p>{t('export.ready', { count, until: formatDateTime(made.expiresAt) })}</p>
      <Button variant="primary" icon="download" busy={isBusy} onClick={() => void handleFetch()}>
        {t('export.fetch')}
      </Button>
    </Notice>
  );
}
