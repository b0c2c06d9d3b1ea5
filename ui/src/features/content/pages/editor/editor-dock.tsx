// The thumb's bar of the editor on a phone and a tablet.
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../../../components/actions/menu.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import type { PageEditor } from '../state/use-page-editor.ts';
import { useEditorMenu } from './editor-menu.ts';
import type { OpenDialog, OpenSheet } from './editor-screen.tsx';

interface EditorDockProps {
  editor: PageEditor;
  open: number;
  hasChosen: boolean;
  onAdd: () => void;
  onSheet: (sheet: OpenSheet) => void;
  onDialog: (dialog: OpenDialog) => void;
}

export function EditorDock({ editor, open, hasChosen, onAdd, onSheet, onDialog }: EditorDockProps) {
  const { t } = useTranslation('content-pages');
  const entries = useEditorMenu(editor, onDialog);
  return (
    <nav className="editor-dock" aria-label={t('dock')}>
      <button type="button" className="tool-button" onClick={onAdd}>
        <Icon name="plus" />
        <span>{t('dockAdd')}</span>
      </button>
      <button type="button" className="tool-button" onClick={() => onSheet(hasChosen ? 'block' : 'page')}>
        <Icon name={hasChosen ? 'block' : 'settings'} />
        <span>{t(hasChosen ? 'tab.block' : 'tab.page')}</span>
      </button>
      <button type="button" className="tool-button" onClick={() => onSheet('checks')}>
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
      <MenuButton
        label={t('bar.more')}
        className="tool-button"
        entries={[
          ...(editor.canUndo ? [{ label: t('bar.undo'), icon: 'undo' as const, onSelect: editor.undo }] : []),
          ...(editor.canRedo ? [{ label: t('bar.redo'), icon: 'redo' as const, onSelect: editor.redo }] : []),
          ...entries,
        ]}
      >
        <Icon name="dots" />
        <span>{t('bar.more')}</span>
      </MenuButton>
    </nav>
  );
}
