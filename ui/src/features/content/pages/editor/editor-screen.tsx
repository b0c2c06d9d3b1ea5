// The screen of the editor: bar, page, side, and the dialogs that open from them.
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockType } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { Notice } from '../../../../components/feedback/notice.tsx';
import { useMedia, WIDE } from '../../../../components/use-media.ts';
import { addToast } from '../../../../lib/feedback/toasts.ts';
import { language } from '../../../../lib/locale/language.ts';
import { navigateTo } from '../../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../../lib/navigation/query.ts';
import { stepOfKey } from '../../../../lib/unsaved/history.ts';
import { BlockPicker } from '../canvas/block-picker.tsx';
import { useBlockWords } from '../canvas/block-words.ts';
import { Canvas, type CanvasWidth } from '../canvas/canvas.tsx';
import type { BlockAction } from '../canvas/edit-block.tsx';
import { fieldOfPage } from '../state/checked.ts';
import {
  added,
  blockAt,
  changed,
  duplicated,
  isFull,
  movedBy,
  movedTo,
  newBlock,
  removed,
  withValue,
} from '../state/document.ts';
import type { ReadPage } from '../state/page-reading.ts';
import { useColleagues } from '../state/use-colleagues.ts';
import { usePageEditor } from '../state/use-page-editor.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorDock } from './editor-dock.tsx';
import { SavingNotice } from './saving-notice.tsx';
import { SidePanel, type SideTab } from './side-panel.tsx';
import { TranslationColumn } from './translation-column.tsx';

const PublishDialog = lazy(async () => ({
  default: (await import('../dialogs/publish-dialog.tsx')).PublishDialog,
}));
const VersionsDialog = lazy(async () => ({
  default: (await import('../dialogs/versions-dialog.tsx')).VersionsDialog,
}));
const CopyDialog = lazy(async () => ({ default: (await import('../dialogs/copy-dialog.tsx')).CopyDialog }));
const PreviewDialog = lazy(async () => ({
  default: (await import('../dialogs/preview-dialog.tsx')).PreviewDialog,
}));
const ConflictDialog = lazy(async () => ({
  default: (await import('../dialogs/conflict-dialog.tsx')).ConflictDialog,
}));

/** Which part lies over the page on a phone. */
export type OpenSheet = 'block' | 'page' | 'checks' | null;
export type OpenDialog =
  | 'publish'
  | 'schedule'
  | 'versions'
  | 'preview'
  | 'conflict'
  | { copy: string }
  | null;

const inARow = (names: readonly string[]): string =>
  new Intl.ListFormat(language.value, { type: 'conjunction' }).format(names);

export function EditorScreen({ read, types }: { read: ReadPage; types: readonly BlockType[] }) {
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const editor = usePageEditor(read);
  const { apply, undo, redo, doc } = editor;
  const colleagues = useColleagues(editor.id);
  const asked = useQuery().get('block');
  const isWide = useMedia(WIDE);
  const [chosen, setChosen] = useState<string | null>(() => (asked ? (editor.keyOf(asked) ?? null) : null));
  const [tab, setTab] = useState<SideTab>(chosen ? 'block' : 'page');
  const [sheet, setSheet] = useState<OpenSheet>(null);
  const [pickerAt, setPickerAt] = useState<number | null>(null);
  const [width, setWidth] = useState<CanvasWidth>('desk');
  const [isBeside, setIsBeside] = useState(false);
  const [dialog, setDialog] = useState<OpenDialog>(null);
  const [said, setSaid] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const stop = useRef({ editor, t, words });
  stop.current = { editor, t, words };

  const focusBlock = useCallback((key: string, part = '.grip') => {
    requestAnimationFrame(() => {
      const element = root.current?.querySelector<HTMLElement>(`[data-drag="${CSS.escape(key)}"]`);
      element?.scrollIntoView?.({ block: 'nearest' });
      element?.querySelector<HTMLElement>(part)?.focus({ preventScroll: true });
    });
  }, []);

  const choose = useCallback((key: string | null) => {
    setChosen(key);
    setTab(key === null ? 'page' : 'block');
    const id = key === null ? undefined : stop.current.editor.idOf(key);
    navigateTo(id ? `?block=${id}` : location.pathname, { replace: true });
  }, []);

  const handleChoose = useCallback(
    (key: string) => {
      choose(key);
      focusBlock(key);
    },
    [choose, focusBlock],
  );

  function remove(key: string) {
    const { blocks } = stop.current.editor.doc;
    const at = blocks.findIndex((block) => block.key === key);
    const block = blocks[at];
    if (!block) return;
    apply((now) => removed(now, key));
    choose(null);
    const next = blocks[at + 1] ?? blocks[at - 1];
    if (next) focusBlock(next.key, '.block-choose, .button');
    addToast({
      title: t('removed', { name: words.name(block.blockType) }),
      color: 'info',
      action: { label: t('undo'), onClick: () => apply((now) => added(now, block, at)) },
    });
  }

  const act = useCallback(
    (key: string, action: BlockAction) => {
      const { editor: now, t: say, words: named } = stop.current;
      const { blocks } = now.doc;
      const at = blocks.findIndex((block) => block.key === key);
      const block = blocks[at];
      if (!block) return;
      const name = named.name(block.blockType);
      if (action === 'up' || action === 'down') {
        const to = at + (action === 'up' ? -1 : 1);
        if (to < 0 || to >= blocks.length) return;
        apply((document) => movedBy(document, key, action === 'up' ? -1 : 1));
        setSaid(say('moved', { name, number: to + 1, total: blocks.length }));
        requestAnimationFrame(() =>
          root.current
            ?.querySelector(`[data-drag="${CSS.escape(key)}"]`)
            ?.scrollIntoView?.({ block: 'nearest' }),
        );
      } else if (action === 'duplicate') {
        if (isFull(now.doc)) {
          addToast({ title: say('picker.full'), color: 'warning' });
          return;
        }
        const [next, copy] = duplicated(now.doc, key);
        apply(() => next);
        choose(copy);
        focusBlock(copy);
      } else if (action === 'hide') {
        apply((document) => changed(document, key, { isHidden: !block.isHidden }));
      } else if (action === 'copy') {
        setDialog({ copy: key });
      } else {
        removeLatest.current(key);
      }
    },
    [apply, choose, focusBlock],
  );
  const removeLatest = useRef(remove);
  removeLatest.current = remove;

  const type = useCallback(
    (key: string, field: string, text: string) =>
      apply((now) => {
        const block = blockAt(now, key);
        return block ? changed(now, key, { content: withValue(block.content, field, text) }) : now;
      }, `${key}.${field}`),
    [apply],
  );

  function handleAdd(name: string, at: number) {
    const block = newBlock(name);
    apply((now) => added(now, block, at));
    setPickerAt(null);
    choose(block.key);
    focusBlock(block.key);
    setSaid(t('added', { name: words.name(name), number: at + 1 }));
  }

  function openPicker(at: number | null) {
    const before = pickerAt;
    setPickerAt(at);
    setSheet(null);
    if (at === null && before !== null) {
      requestAnimationFrame(() =>
        root.current?.querySelector<HTMLElement>(`[data-insert="${before}"]`)?.focus(),
      );
    }
  }

  /** From a check to what it is about. */
  function solve(blockId: string | null, field: string | null) {
    const key = blockId ? editor.keyOf(blockId) : undefined;
    choose(key ?? null);
    setSheet(key ? 'block' : 'page');
    if (key) focusBlock(key);
    // The form of the block is drawn first; a row of a list opens on its own.
    setTimeout(() => {
      const wanted = key ? field : field && fieldOfPage(field);
      const place = [...(root.current?.querySelectorAll<HTMLElement>('[data-path]') ?? [])]
        .filter(({ dataset: { path } }) => wanted && (wanted === path || wanted.startsWith(`${path}.`)))
        .at(-1);
      const control =
        place?.querySelector<HTMLElement>('[aria-invalid="true"]') ??
        place?.querySelector<HTMLElement>('input, select, textarea, [contenteditable], button');
      control?.scrollIntoView?.({ block: 'center' });
      control?.focus({ preventScroll: true });
    }, 80);
  }

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
      const step = stepOfKey(event);
      if (step) {
        event.preventDefault();
        if (step === 'redo') redo();
        else undo();
      } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's') {
        event.preventDefault();
        void stop.current.editor.flush();
      } else if (event.key === 'Escape') {
        if (sheet !== null) setSheet(null);
        else if (chosen !== null) {
          choose(null);
          focusBlock(chosen, '.block-choose, .button');
        }
      }
    };
    addEventListener('keydown', handle);
    return () => removeEventListener('keydown', handle);
  }, [undo, redo, sheet, chosen, choose, focusBlock]);

  const open = editor.checks.filter(({ severity }) => severity === 'blocking').length;
  const picker = pickerAt !== null && !isWide ? pickerAt : null;
  const close = () => setDialog(null);
  return (
    <div className="page-editor" ref={root}>
      <EditorBar
        editor={editor}
        open={open}
        width={width}
        isBeside={isBeside}
        onWidth={setWidth}
        onBeside={() => setIsBeside(!isBeside)}
        onDialog={setDialog}
        onChecks={() => solveChecks()}
      />
      <div className={classNames('editor', sheet !== null && 'has-sheet')}>
        <div className="editor-main">
          <SavingNotice
            saving={editor.saving}
            problems={[
              ...Object.values(editor.pageProblems),
              ...[...editor.problems.values()].flatMap((inside) => inside.map(({ text }) => text)),
            ]}
            refused={t('notice.refused')}
            stale={
              <>
                <p>{t('notice.stale')}</p>
                <Button onClick={() => setDialog('conflict')}>{t('notice.compare')}</Button>
              </>
            }
            onRetry={() => void editor.flush()}
          />
          {colleagues.length > 0 ? (
            <Notice live>
              {t('colleagues', {
                count: colleagues.length,
                names: inARow(colleagues.map(({ name }) => name)),
              })}
            </Notice>
          ) : null}
          {editor.wasTaken ? <Notice live>{t('taken')}</Notice> : null}
          <div className={classNames('editor-columns', isBeside && 'is-beside')}>
            <Canvas
              editor={editor}
              types={types}
              width={width}
              chosen={chosen}
              pickerAt={isWide ? pickerAt : null}
              onPicker={openPicker}
              onChoose={handleChoose}
              onAct={act}
              onAdd={handleAdd}
              onMove={(key, to) => {
                const before = doc.blocks.findIndex((block) => block.key === key);
                if (before === to) return;
                apply((now) => movedTo(now, key, to));
                const block = blockAt(doc, key);
                if (block)
                  setSaid(
                    t('moved', {
                      name: words.name(block.blockType),
                      number: to + 1,
                      total: doc.blocks.length,
                    }),
                  );
              }}
              onType={type}
            />
            {isBeside ? <TranslationColumn editor={editor} /> : null}
          </div>
        </div>
        <SidePanel
          editor={editor}
          types={types}
          chosen={chosen}
          tab={chosen === null ? 'page' : tab}
          sheet={sheet}
          onTab={(next) => {
            setTab(next);
            if (sheet !== null) setSheet(next);
          }}
          onSheet={setSheet}
          onSolve={solve}
          onType={type}
        />
      </div>
      {picker === null ? null : (
        <BlockPicker
          types={types}
          isFull={isFull(doc)}
          onChoose={(name) => handleAdd(name, picker)}
          onClose={() => openPicker(null)}
        />
      )}
      <EditorDock
        open={open}
        hasChosen={chosen !== null}
        onAdd={() => {
          const at = doc.blocks.findIndex((block) => block.key === chosen);
          openPicker(at === -1 ? doc.blocks.length : at + 1);
        }}
        onSheet={setSheet}
        onDialog={setDialog}
        editor={editor}
      />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Suspense fallback={null}>
        {dialog === 'publish' || dialog === 'schedule' ? (
          <PublishDialog
            editor={editor}
            isSchedule={dialog === 'schedule'}
            onChecks={() => {
              close();
              solveChecks();
            }}
            onClose={close}
          />
        ) : null}
        {dialog === 'versions' ? <VersionsDialog editor={editor} onClose={close} /> : null}
        {dialog === 'preview' ? <PreviewDialog editor={editor} onClose={close} /> : null}
        {dialog === 'conflict' ? <ConflictDialog editor={editor} onClose={close} /> : null}
        {dialog !== null && typeof dialog === 'object' ? (
          <CopyDialog editor={editor} block={blockAt(doc, dialog.copy)} onClose={close} />
        ) : null}
      </Suspense>
      {isWide ? null : <span className="editor-bottom" />}
    </div>
  );

  /** The list of checks, wherever it stands. */
  function solveChecks() {
    if (!isWide) setSheet('checks');
    requestAnimationFrame(() => {
      const title = root.current?.querySelector<HTMLElement>('#page-checks-title');
      title?.scrollIntoView?.({ block: 'nearest' });
      title?.focus({ preventScroll: true });
    });
  }
}
