// One item in the list: a handle to drag it by or to move it with the arrow keys, and a button for each step.
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MenuItem } from '../../../api/schema.d.ts';
import type { SystemPage } from '../../../api/staff-calls.ts';
import { Button, ButtonRow, IconButton } from '../../../components/actions/button.tsx';
import { classNames } from '../../../components/class-names.ts';
import { StatusBadge } from '../../../components/content/badge.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { language } from '../../../lib/locale/language.ts';
import type { Row, Step } from './menu-tree.ts';

const KEYS: Readonly<Record<string, Step>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
const STEPS = [
  ['up', 'sort-up'],
  ['down', 'down'],
  ['in', 'arrow'],
  ['out', 'left'],
] as const;

interface MenuRowProps {
  row: Row<MenuItem>;
  page: SystemPage | undefined;
  /** Nothing stands under it. */
  isEmpty: boolean;
  can: (way: Step) => boolean;
  onStep: (way: Step) => void;
  /** Where it was let go, and how far to the right of where it was taken. */
  onDrop: (y: number, right: number) => void;
  onEdit: () => void;
  onRemove: () => void;
}

export function MenuRow({
  row: { item, depth },
  page,
  isEmpty,
  can,
  onStep,
  onDrop,
  onEdit,
  onRemove,
}: MenuRowProps) {
  const { t } = useTranslation('menu-items');
  const from = useRef<{ x: number; y: number } | null>(null);
  const line = useRef<HTMLLIElement>(null);
  const [isDragged, setIsDragged] = useState(false);
  const { name } = item;

  function handleDown(event: PointerEvent<HTMLButtonElement>) {
    if (event.button !== 0) return;
    from.current = { x: event.clientX, y: event.clientY };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function handleMove(event: PointerEvent) {
    if (!from.current || !line.current) return;
    const [right, down] = [event.clientX - from.current.x, event.clientY - from.current.y];
    if (Math.abs(right) + Math.abs(down) > 6) setIsDragged(true);
    line.current.style.transform = `translate(${right}px, ${down}px)`;
  }
  function handleEnd(event: PointerEvent, isKept: boolean) {
    const start = from.current;
    from.current = null;
    if (line.current) line.current.style.transform = '';
    setIsDragged(false);
    if (!start || !isKept) return;
    const [right, down] = [event.clientX - start.x, event.clientY - start.y];
    if (Math.abs(right) + Math.abs(down) > 6) onDrop(event.clientY, right);
  }
  function handleKey(event: KeyboardEvent) {
    const way = KEYS[event.key];
    if (!way) return;
    event.preventDefault();
    onStep(way);
  }

  const isOff = item.linkType === 'system_page' && page && !page.isOn;
  return (
    <li
      ref={line}
      data-row={item.id}
      className={classNames('menu-row', depth === 1 && 'is-under', isDragged && 'is-dragged')}
    >
      <button
        type="button"
        className="menu-handle"
        aria-label={t('handle', { name })}
        aria-describedby="menu-how"
        onPointerDown={handleDown}
        onPointerMove={handleMove}
        onPointerUp={(event) => handleEnd(event, true)}
        onPointerCancel={(event) => handleEnd(event, false)}
        onKeyDown={handleKey}
      >
        <Icon name="list" />
      </button>
      <div className="menu-names">
        <b lang="nl">{name}</b>
        {item.nameEn ? (
          <span className="soft small" lang="en">
            {item.nameEn}
          </span>
        ) : (
          <span className="soft small">{t('noEnglish')}</span>
        )}
        <span className="soft small">
          {item.linkType === 'group' ? t('isGroup') : item.pageTitle ? `→ ${item.pageTitle}` : targetOf(page)}
        </span>
        {item.linkType === 'group' && isEmpty ? (
          <StatusBadge tone="warning">{t('emptyGroup')}</StatusBadge>
        ) : null}
        {isOff ? <StatusBadge tone="warning">{t('off')}</StatusBadge> : null}
        {item.linkType === 'content_page' && !item.isPageOnline ? (
          <StatusBadge tone="warning">{t(item.pageTitle ? 'unpublished' : 'gone')}</StatusBadge>
        ) : null}
      </div>
      <ButtonRow>
        {STEPS.map(([way, icon]) => (
          <IconButton
            key={way}
            icon={icon}
            label={t(`step.${way}`, { name })}
            disabled={!can(way)}
            onClick={() => onStep(way)}
          />
        ))}
        <Button small icon="pen" aria-label={t('editOf', { name })} onClick={onEdit}>
          {t('edit')}
        </Button>
        <IconButton icon="trash" label={t('removeOf', { name })} onClick={onRemove} />
      </ButtonRow>
    </li>
  );
}

const targetOf = (page: SystemPage | undefined): string =>
  page ? `→ ${language.value === 'en' ? page.titleEn : page.title}` : '';
