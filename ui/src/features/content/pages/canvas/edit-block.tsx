// One block on the page: the server's own html. Pressed it opens: its tools come above it, its lines can be typed in place.
import { memo, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../../../components/actions/button.tsx';
import { classNames } from '../../../../components/class-names.ts';
import { StatusBadge } from '../../../../components/content/badge.tsx';
import { Icon } from '../../../../components/media/icon.tsx';
import { type Block, firstWords } from '../state/document.ts';
import { BlockBar, type GripHandlers } from './block-bar.tsx';
import { useBlockWords } from './block-words.ts';

export type BlockAction = 'up' | 'down' | 'duplicate' | 'hide' | 'remove' | 'copy';

export interface EditBlockProps {
  block: Block;
  name: string;
  number: number;
  count: number;
  html: string;
  isChosen: boolean;
  isMoving: boolean;
  /** The first of its problems, in words. */
  problem: string | undefined;
  grip: GripHandlers;
  onChoose: (key: string) => void;
  onAct: (key: string, action: BlockAction) => void;
  onType: (key: string, field: string, text: string) => void;
}

export const EditBlock = memo(DrawnBlock, (one, other) =>
  (['block', 'name', 'number', 'count', 'html', 'isChosen', 'isMoving', 'problem'] as const).every(
    (name) => one[name] === other[name],
  ),
);

function DrawnBlock(props: EditBlockProps) {
  const { block, name, number, count, html, isChosen, isMoving, problem, onChoose, onAct } = props;
  const { t } = useTranslation('content-pages');
  const words = firstWords(block.content);
  const label = t('block.label', { number, total: count, name });
  if (block.isHidden && !isChosen) {
    return (
      <section className="edit-block is-hidden" aria-label={label} data-drag={block.key}>
        <p>
          <Icon name="eye-off" />
          <span>
            <b>{name}</b> {words ? `‘${words}’` : null} <span>{t('block.hidden')}</span>
          </span>
        </p>
        <Button
          variant="quiet"
          aria-label={t('block.editOf', { name, number })}
          onClick={() => onChoose(block.key)}
        >
          {t('block.edit')}
        </Button>
        <Button
          variant="quiet"
          aria-label={t('block.showOf', { name, number })}
          onClick={() => onAct(block.key, 'hide')}
        >
          {t('block.show')}
        </Button>
      </section>
    );
  }
  return (
    <section
      className={classNames('edit-block', isChosen && 'is-chosen', isMoving && 'is-moving')}
      aria-label={isChosen ? t('block.chosen', { label }) : label}
      data-drag={block.key}
    >
      {isChosen ? <PageBlockBar {...props} /> : null}
      {problem ? (
        <p className="block-problem">
          <StatusBadge tone="danger">{problem}</StatusBadge>
        </p>
      ) : null}
      <BlockHtml {...props} />
      {html === '' ? <p className="block-empty soft">{t('block.empty', { name })}</p> : null}
      {isChosen ? null : (
        <button
          type="button"
          className="block-choose"
          aria-label={t('block.chooseOf', { name, number, words: words ? `: ${words}` : '' })}
          onClick={() => onChoose(block.key)}
        />
      )}
    </section>
  );
}

const IN_PLACE = '[data-field]:not([data-rich])';

/** The html stands still while somebody types in it, and is the server's again when they leave it. */
function BlockHtml({ block, html, isChosen, onType }: EditBlockProps) {
  const words = useBlockWords();
  const root = useRef<HTMLDivElement>(null);
  const shown = useRef<string | null>(null);
  // The fields of new html are made writable again.
  const [round, setRound] = useState(0);
  const typed = useRef(onType);
  typed.current = onType;
  const latest = useRef(html);
  latest.current = html;
  const { key, blockType } = block;

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each round too
  useLayoutEffect(() => {
    const element = root.current;
    if (!element) return;
    const isTyping = isChosen && element.contains(document.activeElement);
    if (shown.current !== html && !isTyping) {
      element.innerHTML = html;
      shown.current = html;
    }
    for (const field of element.querySelectorAll<HTMLElement>(IN_PLACE)) {
      if (!isChosen) {
        field.removeAttribute('contenteditable');
        field.removeAttribute('role');
        continue;
      }
      const path = field.dataset.field ?? '';
      const short = path.replace(/^.*\./, '');
      field.setAttribute('contenteditable', 'plaintext-only');
      field.setAttribute('role', 'textbox');
      field.setAttribute('aria-label', words.field(blockType, short));
    }
  }, [html, isChosen, blockType, words, round]);

  useEffect(() => {
    const element = root.current;
    if (!element || !isChosen) return;
    const handleInput = (event: Event) => {
      const field = (event.target as HTMLElement).closest<HTMLElement>(IN_PLACE);
      if (field?.dataset.field)
        typed.current(key, field.dataset.field, (field.textContent ?? '').replace(/\s+/g, ' '));
    };
    const handleKey = (event: KeyboardEvent) => {
      if (event.key === 'Enter') {
        event.preventDefault();
        (event.target as HTMLElement).blur();
      }
    };
    // Left by whoever typed in it, it is the server's again.
    const handleLeave = (event: FocusEvent) => {
      if (element.contains(event.relatedTarget as Node | null) || shown.current === latest.current) return;
      element.innerHTML = latest.current;
      shown.current = latest.current;
      setRound((round) => round + 1);
    };
    // Links and buttons of the page do nothing here.
    const hold = (event: Event) => event.preventDefault();
    element.addEventListener('input', handleInput);
    element.addEventListener('keydown', handleKey);
    element.addEventListener('focusout', handleLeave);
    element.addEventListener('click', hold);
    element.addEventListener('submit', hold);
    return () => {
      element.removeEventListener('input', handleInput);
      element.removeEventListener('keydown', handleKey);
      element.removeEventListener('focusout', handleLeave);
      element.removeEventListener('click', hold);
      element.removeEventListener('submit', hold);
    };
  }, [key, isChosen]);

  return <div ref={root} className="block-content" inert={!isChosen} />;
}

function PageBlockBar({ block, name, number, count, grip, onAct }: EditBlockProps) {
  const { t } = useTranslation('content-pages');
  const act = (action: BlockAction) => () => onAct(block.key, action);
  const hide = {
    label: t(block.isHidden ? 'action.show' : 'action.hide'),
    icon: block.isHidden ? 'eye' : 'eye-off',
    onSelect: act('hide'),
  } as const;
  const duplicate = { label: t('action.duplicate'), icon: 'copy', onSelect: act('duplicate') } as const;
  const remove = { label: t('action.remove'), icon: 'trash', onSelect: act('remove') } as const;
  return (
    <BlockBar
      name={name}
      number={number}
      count={count}
      grip={grip}
      onMove={(by) => onAct(block.key, by === -1 ? 'up' : 'down')}
      tools={[
        { ...duplicate, className: 'when-wide' },
        { ...hide, className: 'when-wide on-phone' },
        { ...remove, className: 'is-danger when-wide' },
      ]}
      entries={[
        duplicate,
        { label: t('action.copy'), icon: 'share', onSelect: act('copy') },
        hide,
        { ...remove, danger: true, apart: true },
      ]}
    />
  );
}
