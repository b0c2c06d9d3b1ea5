// The page in the middle, as visitors will see it, with a place for another block after each one.
import { type ReactNode, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockType } from '../../../../api/content-calls.ts';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { Icon } from '../../../../components/media/icon.tsx';
import { appName } from '../../../../lib/centre/centre.ts';
import { type Block, isFull, isNew } from '../state/document.ts';
import { type PageEditor, saidOf } from '../state/use-page-editor.ts';
import { BlockPicker } from './block-picker.tsx';
import { useBlockWords } from './block-words.ts';
import { landed, useDrag } from './drag.ts';
import { type BlockAction, EditBlock } from './edit-block.tsx';

export type CanvasWidth = 'desk' | 'tablet' | 'phone';

interface CanvasProps {
  editor: PageEditor;
  types: readonly BlockType[];
  width: CanvasWidth;
  chosen: string | null;
  /** Where the picker of blocks stands: before this place; null: nowhere. */
  pickerAt: number | null;
  onPicker: (at: number | null) => void;
  onChoose: (key: string) => void;
  onAct: (key: string, action: BlockAction) => void;
  onAdd: (type: string, at: number) => void;
  onMove: (key: string, to: number) => void;
  onType: (key: string, field: string, text: string) => void;
}

export function Canvas(props: CanvasProps) {
  const { editor, types, width, chosen, pickerAt, onPicker, onChoose, onAct, onAdd, onMove, onType } = props;
  const { t } = useTranslation('content-pages');
  const words = useBlockWords();
  const root = useRef<HTMLDivElement>(null);
  const { blocks, page } = editor.doc;
  const drag = useDrag(
    () => root.current,
    (key, place) => {
      const from = editor.doc.blocks.findIndex((block) => block.key === key);
      onMove(key, landed(from, place));
    },
  );
  const firstProblem = (block: Block): string | undefined => {
    const isChosen = block.key === chosen;
    const id = isChosen && isNew(block.key) ? undefined : editor.idOf(block.key);
    const check = editor.checks.find(
      ({ blockId, severity }) => id !== undefined && blockId === id && severity === 'blocking',
    );
    return saidOf(editor, block, isChosen)[0]?.text ?? check?.text;
  };
  const insert = (at: number, label: string, isLast: boolean): ReactNode =>
    pickerAt === at ? (
      <BlockPicker
        types={types}
        isFull={isFull(editor.doc)}
        onChoose={(type) => onAdd(type, at)}
        onClose={() => onPicker(null)}
      />
    ) : (
      <div
        className={classNames(
          'insert',
          isLast ? 'is-last' : 'is-resting',
          chosen !== null && [blocks[at - 1]?.key, blocks[at]?.key].includes(chosen) && 'is-near',
        )}
      >
        <Button
          icon="plus"
          aria-expanded={false}
          aria-label={label}
          data-insert={at}
          onClick={() => onPicker(at)}
        >
          {isLast ? t('insert.last') : t('insert.here')}
        </Button>
      </div>
    );
  return (
    <div className={classNames('canvas', `is-${width}`)} ref={root}>
      <div className="canvas-frame">
        <b>{appName.value}</b>
        <span>{t('frame')}</span>
      </div>
      <div className={classNames('content-blocks', page.pageLayout === 'narrow' ? 'is-narrow' : 'is-wide')}>
        {page.showTitleOnPage ? (
          <div className="page content-title">
            <p className="canvas-title">{String(page.title ?? '')}</p>
            {page.summary ? <p>{String(page.summary)}</p> : null}
          </div>
        ) : null}
        {blocks.map((block, at) => (
          <div key={block.key} className="canvas-row">
            {drag.moving !== null && drag.place === at ? <DropLine /> : null}
            <EditBlock
              block={block}
              name={words.name(block.blockType)}
              number={at + 1}
              count={blocks.length}
              html={editor.html.get(block.key) ?? ''}
              isChosen={chosen === block.key}
              isMoving={drag.moving === block.key}
              problem={firstProblem(block)}
              grip={drag.grip(block.key)}
              onChoose={onChoose}
              onAct={onAct}
              onType={onType}
            />
            {at < blocks.length - 1
              ? insert(at + 1, t('insert.after', { name: words.name(block.blockType) }), false)
              : null}
          </div>
        ))}
        {drag.moving !== null && drag.place === blocks.length ? <DropLine /> : null}
      </div>
      {blocks.length === 0 && pickerAt === null ? (
        <p className="canvas-empty">
          <Icon name="block" />
          {t('emptyPage')}
        </p>
      ) : null}
      {insert(blocks.length, t('insert.last'), true)}
    </div>
  );
}

const DropLine = () => <div className="drop-line" aria-hidden="true" />;
