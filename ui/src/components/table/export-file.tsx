// A list as a file: the choice of a format, and how far the file is. `words` names the texts of the list in question,
// which has them under `export`.

import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ExportWords } from '../../lib/export/use-export.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { formatDateTime } from '../../lib/locale/time.ts';
import { Button } from '../actions/button.tsx';
import { MenuButton } from '../actions/menu.tsx';
import { Notice } from '../feedback/notice.tsx';
import { Icon } from '../media/icon.tsx';

interface ExportMenuProps<Format extends string> {
  words: ExportWords;
  formats: readonly Format[];
  onTake: (format: Format) => void;
}

export function ExportMenu<Format extends string>({ words, formats, onTake }: ExportMenuProps<Format>) {
  const { t } = useTranslation(words);
  return (
    <MenuButton
      label={t('export.label')}
      note={t('export.note')}
      className="button"
      align="start"
      entries={formats.map((format) => ({
        label: serverWords(t)(`export.${format}`),
        onSelect: () => onTake(format),
      }))}
    >
      <Icon name="download" />
      <span>{t('export.label')}</span>
    </MenuButton>
  );
}

interface ExportNoticeProps {
  words: ExportWords;
  /** None: nothing is being made, and nothing waits. */
  made: { state: 'waiting' | 'ready' | 'failed'; rows: number; expiresAt: string | null } | null;
  isGone: boolean;
  onFetch: () => Promise<void>;
}

/** How far a large file is, and the button to fetch it. */
export function ExportNotice({ words, made, isGone, onFetch }: ExportNoticeProps) {
  const { t } = useTranslation(words);
  const [isBusy, setIsBusy] = useState(false);
  if (isGone) return <Notice tone="warning">{t('export.gone')}</Notice>;
  if (made === null) return null;
  const { rows: count } = made;

  async function handleFetch() {
    setIsBusy(true);
    await onFetch();
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
      <p>{t('export.ready', { count, until: formatDateTime(made.expiresAt ?? '') })}</p>
      <Button variant="primary" icon="download" busy={isBusy} onClick={() => void handleFetch()}>
        {t('export.fetch')}
      </Button>
    </Notice>
  );
}
