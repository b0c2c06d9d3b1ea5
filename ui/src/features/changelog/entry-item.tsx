// One entry of the changelog in the reader's language, with what an admin may do with it.
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateResource } from '../../api/requests.ts';
import type { ChangelogEntry } from '../../api/schema.d.ts';
import { Button, ButtonRow } from '../../components/actions/button.tsx';
import { NewDot, StatusBadge, type Tone } from '../../components/content/badge.tsx';
import { MoreLink } from '../../components/layout/page-title.tsx';
import type { IconName } from '../../components/media/icon.tsx';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { addToast } from '../../lib/feedback/toasts.ts';
import { language } from '../../lib/locale/language.ts';
import { formatDate } from '../../lib/locale/time.ts';
import { ServerHtml } from '../../lib/server-page/server-html.tsx';
import { reloadEntries } from './changelog.store.ts';
import '../../components/content/prose.css';

type Kind = ChangelogEntry['kinds'][number];

const LOOK: Readonly<Record<Kind, { tone: Tone; icon: IconName }>> = {
  new: { tone: 'success', icon: 'plus' },
  improved: { tone: 'info', icon: 'up' },
  fixed: { tone: 'neutral', icon: 'check' },
};

/** Title, text and words of the link, in the language of the screen. */
export function wordsOf(entry: ChangelogEntry) {
  const { titleNl, titleEn, textNl, textEn, linkTextNl, linkTextEn } = entry;
  return language.value === 'nl'
    ? { title: titleNl, html: textNl, link: linkTextNl }
    : { title: titleEn, html: textEn, link: linkTextEn };
}

export interface EntryItemProps {
  entry: ChangelogEntry;
  /** New to the reader on this visit. */
  isFresh: boolean;
  onEdit: () => void;
  onRemove: () => void;
}

export function EntryItem({ entry, isFresh, onEdit, onRemove }: EntryItemProps) {
  const { t } = useTranslation('changelog');
  const { id, date, release, kinds, audiences, linkPath, published, can } = entry;
  const { title, html, link } = wordsOf(entry);
  const anchor = `entry-${id}`;
  return (
    <li className="log-entry" id={anchor}>
      <p className="log-when">
        <a href={`#${anchor}`} aria-label={t('linkTo', { title, date: formatDate(date) })}>
          {isFresh ? <NewDot /> : null}
          {formatDate(date)}
        </a>
        {release ? <span>{t('version', { version: release })}</span> : null}
        {isFresh ? <span className="visually-hidden">{t('newToYou')}</span> : null}
      </p>
      <article className="log-text">
        <div className="chip-row">
          {kinds.map((kind) => (
            <StatusBadge key={kind} tone={LOOK[kind].tone} icon={LOOK[kind].icon}>
              {t(`kind.${kind}`)}
            </StatusBadge>
          ))}
          {published ? null : (
            <StatusBadge tone="warning" icon="eye-off">
              {t('hidden')}
            </StatusBadge>
          )}
        </div>
        <h2>{title}</h2>
        {audiences.length > 0 ? (
          <p className="soft small">
            {t('for', { audiences: audiences.map((each) => t(`audience.${each}`)).join(', ') })}
          </p>
        ) : null}
        <div className="prose">
          <ServerHtml html={html} />
        </div>
        {linkPath && link ? <MoreLink href={linkPath}>{link}</MoreLink> : null}
        {can.includes('update') ? (
          <EntryButtons entry={entry} title={title} onEdit={onEdit} onRemove={onRemove} />
        ) : null}
      </article>
    </li>
  );
}

interface EntryButtonsProps extends Omit<EntryItemProps, 'isFresh'> {
  title: string;
}

function EntryButtons({ entry, title, onEdit, onRemove }: EntryButtonsProps) {
  const { t } = useTranslation('changelog');
  const [isBusy, setIsBusy] = useState(false);
  const { id, published } = entry;

  async function handleToggle() {
    setIsBusy(true);
    try {
      await updateResource('changelog_entries', id, { published: !published });
      addToast({ id: 'changelog', title: t(published ? 'isHidden' : 'isShown'), color: 'success' });
      await reloadEntries();
    } catch (thrown) {
      addToast({ id: 'changelog', title: normaliseError(thrown).message, color: 'danger' });
    }
    setIsBusy(false);
  }

  return (
    <ButtonRow>
      <Button small variant="quiet" icon="pen" aria-label={t('editOf', { title })} onClick={onEdit}>
        {t('edit')}
      </Button>
      <Button
        small
        variant="quiet"
        icon={published ? 'eye-off' : 'eye'}
        aria-label={t(published ? 'hideOf' : 'showOf', { title })}
        busy={isBusy}
        onClick={() => void handleToggle()}
      >
        {t(published ? 'hide' : 'show')}
      </Button>
      <Button small variant="quiet" icon="trash" aria-label={t('removeOf', { title })} onClick={onRemove}>
        {t('remove')}
      </Button>
    </ButtonRow>
  );
}
