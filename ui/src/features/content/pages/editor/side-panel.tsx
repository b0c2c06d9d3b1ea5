// The side of the editor: what can be set of the chosen block or of the whole page, and whether it is ready. On a phone and
// a tablet each part lies over the page as a sheet.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockType } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { useMedia, WIDE } from '../../../../components/use-media.ts';
import { normaliseError } from '../../../../lib/feedback/errors.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { useBlockWords } from '../canvas/block-words.ts';
import { BlockFields } from '../fields/block-form.tsx';
import { GroundField } from '../fields/choice-field.tsx';
import { CheckList } from '../settings/check-list.tsx';
import { PageSettings } from '../settings/page-settings.tsx';
import { readAsText } from '../state/as-text.ts';
import { type Block, blockAt, changed, withValue } from '../state/document.ts';
import { type PageEditor, saidOf } from '../state/use-page-editor.ts';
import type { OpenSheet } from './editor-screen.tsx';

/** A text in Markdown, taken over as what it looks like: from then on it is written with buttons. */
function AsText({ editor, block }: { editor: PageEditor; block: Block }) {
  const { t } = useTranslation('content-pages');
  const [busy, setBusy] = useState(false);
  async function handle() {
    setBusy(true);
    try {
      const text = await readAsText(editor, block);
      editor.apply((now) =>
        changed(now, block.key, { blockType: 'RichText', content: text ? { text } : {} }),
      );
    } catch (thrown) {
      setBusy(false);
      addToast({ title: normaliseError(thrown).message, color: 'danger' });
    }
  }
  return (
    <div className="block-field">
      <Button icon="pen" busy={busy} onClick={() => void handle()}>
        {t('asText.do')}
      </Button>
      <p className="hint">{t('asText.hint')}</p>
    </div>
  );
}

export type SideTab = 'block' | 'page';

interface SidePanelProps {
  editor: PageEditor;
  types: readonly BlockType[];
  chosen: string | null;
  tab: SideTab;
  sheet: OpenSheet;
  onTab: (tab: SideTab) => void;
  onSheet: (sheet: OpenSheet) => void;
  onSolve: (blockId: string | null, field: string | null) => void;
  onType: (key: string, field: string, text: string) => void;
}

export function SidePanel(props: SidePanelProps) {
  const { editor, types, chosen, tab, sheet, onTab, onSheet, onSolve } = props;
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const isWide = useMedia(WIDE);
  const block = chosen === null ? undefined : blockAt(editor.doc, chosen);
  const type = types.find(({ id }) => id === block?.blockType);
  const shown = block && tab === 'block' ? 'block' : 'page';
  const settings = useRef<HTMLHeadingElement>(null);
  const checks = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWide || sheet === null) return;
    (sheet === 'checks' ? checks : settings).current?.focus({ preventScroll: true });
  }, [sheet, isWide]);
  const isOpen = sheet === 'block' || sheet === 'page';
  const close = (
    <Button variant="quiet" icon="close" className="editor-sheet-close" onClick={() => onSheet(null)}>
      {t('close')}
    </Button>
  );
  return (
    <aside className="editor-side" aria-label={t('side')}>
      <section
        className={classNames('editor-sheet is-see-through', isOpen && 'is-open')}
        aria-labelledby="side-title"
      >
        <div className="editor-sheet-head">
          <h2 id="side-title" tabIndex={-1} ref={settings}>
            {shown === 'block' && block ? words.name(block.blockType) : t('settings.title')}
          </h2>
          {close}
        </div>
        {block ? (
          <div className="side-section is-tabs">
            <fieldset className="side-tabs" aria-label={t('tab.label')}>
              {(['block', 'page'] as const).map((each) => (
                <button key={each} type="button" aria-pressed={shown === each} onClick={() => onTab(each)}>
                  {t(`tab.${each}`)}
                </button>
              ))}
            </fieldset>
            {shown === 'block' ? <p className="hint">{t('typeHint')}</p> : null}
          </div>
        ) : (
          <p className="side-section hint">{t('chooseHint')}</p>
        )}
        {shown === 'block' && block && type ? (
          <div className="side-section is-fields" key={block.key}>
            <BlockFields
              type={block.blockType}
              fields={type.fields}
              value={block.content}
              problems={saidOf(editor, block, true)}
              onChange={(path, value) =>
                editor.apply((now) => {
                  const latest = blockAt(now, block.key);
                  return latest
                    ? changed(now, block.key, { content: withValue(latest.content, path, value) })
                    : now;
                }, `${block.key}.${path}`)
              }
            />
            {block.blockType === 'Markdown' ? <AsText editor={editor} block={block} /> : null}
            <GroundField
              id={`ground-${block.key}`}
              value={block.ground}
              onChange={(ground) => editor.apply((now) => changed(now, block.key, { ground }))}
            />
          </div>
        ) : (
          <PageSettings editor={editor} />
        )}
      </section>
      <section
        className={classNames('editor-sheet', sheet === 'checks' && 'is-open')}
        aria-labelledby="page-checks-title"
      >
        <div className="editor-sheet-head">
          <h2 id="page-checks-title" tabIndex={-1} ref={checks}>
            {t('checks.title')}
          </h2>
          {close}
        </div>
        <CheckList editor={editor} onSolve={onSolve} />
      </section>
    </aside>
  );
}
