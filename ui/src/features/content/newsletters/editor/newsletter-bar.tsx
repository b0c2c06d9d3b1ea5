// The bar above the mail: back, its name and how far it is saved, steps, how it looks, its languages, and sending it.
import { useTranslation } from 'react-i18next';
import type { NewsletterLocale } from '../../../../api/newsletter-calls.ts';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { Button } from '../../../../components/actions/button.tsx';
import { MenuButton, type MenuEntry } from '../../../../components/actions/menu.tsx';
import { Icon, type IconName } from '../../../../components/media/icon.tsx';
import { SavingState } from '../../pages/editor/saving-state.tsx';
import { LIST } from '../newsletters-url.ts';
import type { NewsletterEditor } from '../state/use-newsletter-editor.ts';
import { VIEWS, type View } from './newsletter-preview.tsx';
import type { Sheet } from './side-sections.tsx';

const ICONS: Readonly<Record<View, IconName>> = {
  desk: 'screen',
  phone: 'screen-phone',
  dark: 'moon',
  plain: 'note',
};

interface NewsletterBarProps {
  editor: NewsletterEditor;
  locale: NewsletterLocale;
  view: View | null;
  isLater: boolean;
  isBusy: boolean;
  entries: readonly MenuEntry[];
  onView: (view: View | null) => void;
  onLocale: (locale: NewsletterLocale) => void;
  onSend: () => void;
}

export function NewsletterBar(props: NewsletterBarProps) {
  const { editor, locale, view, isLater, isBusy, entries, onView, onLocale, onSend } = props;
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  const { newsletter, doc, saving, savedAt } = editor;
  return (
    <div className="editor-bar">
      <AppLink className="tool-button" href={LIST} aria-label={t('bar.backTo')}>
        <Icon name="left" />
        <span className="bar-wide">{t('bar.list')}</span>
        <span className="bar-tight">{t('bar.back')}</span>
      </AppLink>
      <div className="editor-name">
        <h1>{doc.title.trim() || t('content-pages:untitled')}</h1>
        <SavingState
          status={t('bar.draft')}
          saving={saving}
          moment={savedAt ?? new Date(newsletter.updatedAt ?? newsletter.createdAt)}
        />
      </div>
      <fieldset className="tool-group from-640" aria-label={t('content-pages:bar.steps')}>
        <button
          type="button"
          className="tool-button"
          aria-disabled={!editor.canUndo || undefined}
          aria-keyshortcuts="Control+Z"
          onClick={editor.undo}
        >
          <Icon name="undo" />
          <span>{t('content-pages:bar.undo')}</span>
        </button>
        <button
          type="button"
          className="tool-button"
          aria-disabled={!editor.canRedo || undefined}
          aria-keyshortcuts="Control+Shift+Z"
          onClick={editor.redo}
        >
          <Icon name="redo" />
          <span>{t('content-pages:bar.redo')}</span>
        </button>
      </fieldset>
      <fieldset className="tool-group from-1280" aria-label={t('preview.how')}>
        <button
          type="button"
          className="tool-button"
          aria-pressed={view === null}
          onClick={() => onView(null)}
        >
          <Icon name="pen" />
          <span>{t('preview.write')}</span>
        </button>
        {VIEWS.map((each) => (
          <button
            key={each}
            type="button"
            className="tool-button"
            aria-pressed={view === each}
            onClick={() => onView(each)}
          >
            <Icon name={ICONS[each]} />
            <span>{t(`preview.${each}`)}</span>
          </button>
        ))}
      </fieldset>
      <div className="tool-group from-640 until-1280">
        <button
          type="button"
          className="tool-button"
          aria-pressed={view !== null}
          onClick={() => onView(view === null ? 'phone' : null)}
        >
          <Icon name="eye" />
          <span>{t('preview.short')}</span>
        </button>
      </div>
      <div className="tool-group from-1024">
        {doc.en ? (
          <fieldset className="translation-switch" aria-label={t('english.label')}>
            {(['nl', 'en'] as const).map((each) => (
              <button
                key={each}
                type="button"
                className={each === locale ? 'is-current' : undefined}
                aria-pressed={each === locale}
                aria-label={t(`english.${each}`)}
                onClick={() => onLocale(each)}
              >
                {each.toUpperCase()}
              </button>
            ))}
          </fieldset>
        ) : null}
        <MenuButton label={t('content-pages:bar.more')} className="tool-button" entries={entries}>
          <Icon name="dots" />
          <span>{t('content-pages:bar.more')}</span>
        </MenuButton>
      </div>
      <Button variant="primary" busy={isBusy} onClick={onSend}>
        {t(isLater ? 'send.schedule' : 'send.now')}
      </Button>
    </div>
  );
}

interface NewsletterDockProps {
  entries: readonly MenuEntry[];
  /** Required checks that are not met. */
  open: number;
  onSheet: (sheet: Sheet) => void;
}

const DOCK: readonly [Sheet, IconName][] = [
  ['who', 'people'],
  ['when', 'clock'],
  ['test', 'send'],
  ['checks', 'check'],
];

/** The thumb's bar on a phone and a tablet. */
export function NewsletterDock({ entries, open, onSheet }: NewsletterDockProps) {
  const { t } = useTranslation(['newsletter-edit', 'content-pages']);
  return (
    <nav className="editor-dock" aria-label={t('content-pages:dock')}>
      {DOCK.map(([sheet, icon]) => (
        <button key={sheet} type="button" className="tool-button" onClick={() => onSheet(sheet)}>
          <Icon name={icon} />
          <span>{t(`dock.${sheet as 'who'}`)}</span>
          {sheet === 'checks' && open > 0 ? (
            <>
              <span className="count is-open" aria-hidden="true">
                {open}
              </span>
              <span className="visually-hidden">{t('content-pages:bar.open', { count: open })}</span>
            </>
          ) : null}
        </button>
      ))}
      <MenuButton label={t('content-pages:bar.more')} className="tool-button" entries={entries}>
        <Icon name="dots" />
        <span>{t('content-pages:bar.more')}</span>
      </MenuButton>
    </nav>
  );
}
