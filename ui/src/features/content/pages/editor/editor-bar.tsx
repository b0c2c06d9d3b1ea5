// The bar above the page: back, its name and how far it is saved, steps, width, language, and putting it online.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../../components/actions/app-link.tsx';
import { Button } from '../../../../components/actions/button.tsx';
import { MenuButton } from '../../../../components/actions/menu.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import type { CanvasWidth } from '../canvas/canvas.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';
import { useEditorMenu } from './editor-menu.ts';
import type { OpenDialog } from './editor-screen.tsx';
import { SavingState } from './saving-state.tsx';
import { TranslationSwitch } from './translation-switch.tsx';

interface EditorBarProps {
  editor: PageEditor;
  open: number;
  width: CanvasWidth;
  isBeside: boolean;
  onWidth: (width: CanvasWidth) => void;
  onBeside: () => void;
  onDialog: (dialog: OpenDialog) => void;
  onChecks: () => void;
}

const WIDTHS = [
  ['desk', 'screen'],
  ['tablet', 'screen-tablet'],
  ['phone', 'screen-phone'],
] as const;

export function EditorBar(props: EditorBarProps) {
  const { editor, open, width, isBeside, onWidth, onBeside, onDialog, onChecks } = props;
  const { t } = useTranslation('content-pages');
  const { page, doc } = editor;
  const entries = useEditorMenu(editor, onDialog);
  const isNews = doc.page.pageType === 'news';
  const mayPublish = page.can.includes('manage');
  return (
    <div className="editor-bar">
      <AppLink className="tool-button" href={isNews ? '/content/news' : '/content/pages'}>
        <Icon name="left" />
        <span>{t(isNews ? 'bar.news' : 'bar.pages')}</span>
      </AppLink>
      <div className="editor-name">
        <h1>{String(doc.page.title ?? '') || t('untitled')}</h1>
        <PageState editor={editor} />
      </div>
      <fieldset className="tool-group from-640" aria-label={t('bar.steps')}>
        <button
          type="button"
          className="tool-button"
          aria-disabled={!editor.canUndo || undefined}
          aria-keyshortcuts="Control+Z"
          onClick={editor.undo}
        >
          <Icon name="undo" />
          <span>{t('bar.undo')}</span>
        </button>
        <button
          type="button"
          className="tool-button"
          aria-disabled={!editor.canRedo || undefined}
          aria-keyshortcuts="Control+Shift+Z"
          onClick={editor.redo}
        >
          <Icon name="redo" />
          <span>{t('bar.redo')}</span>
        </button>
      </fieldset>
      <fieldset className="tool-group from-1280" aria-label={t('bar.width')}>
        {WIDTHS.map(([each, icon]) => (
          <button
            key={each}
            type="button"
            className="tool-button"
            aria-pressed={width === each}
            onClick={() => onWidth(each)}
          >
            <Icon name={icon} />
            <span>{t(`width.${each}`)}</span>
          </button>
        ))}
      </fieldset>
      <div className="tool-group from-1024">
        <TranslationSwitch editor={editor} />
        {page.translationId ? (
          <button type="button" className="tool-button from-1280" aria-pressed={isBeside} onClick={onBeside}>
            <Icon name="columns" />
            <span>{t('bar.beside')}</span>
          </button>
        ) : null}
      </div>
      <div className="tool-group from-1024">
        <button type="button" className="tool-button" onClick={onChecks}>
          <Icon name="check" />
          <span>{t('bar.checks')}</span>
          {open > 0 ? (
            <>
              <span className="count is-open" aria-hidden="true">
                {open}
              </span>
              <span className="visually-hidden">{t('bar.open', { count: open })}</span>
            </>
          ) : null}
        </button>
        <MenuButton label={t('bar.more')} className="tool-button" entries={entries}>
          <Icon name="dots" />
          <span>{t('bar.more')}</span>
        </MenuButton>
      </div>
      {mayPublish ? (
        <Button
          variant="primary"
          off={
            page.isPublished && !page.hasUnpublishedChanges && editor.saving === 'saved' && !page.publishAt
          }
          onClick={() => onDialog('publish')}
        >
          {t('bar.publish')}
        </Button>
      ) : null}
    </div>
  );
}

function PageState({ editor }: { editor: PageEditor }) {
  const { t } = useTranslation('content-pages');
  const { page, saving, savedAt } = editor;
  const status = page.isPublished && page.hasUnpublishedChanges ? 'changed' : page.status;
  return (
    <SavingState
      status={t(`status.${status as 'draft'}`)}
      isOnline={page.isPublished}
      saving={saving}
      moment={savedAt ?? new Date(page.updatedAt ?? page.createdAt)}
    />
  );
}
