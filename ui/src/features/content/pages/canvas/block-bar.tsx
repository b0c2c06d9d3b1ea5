// The tools above a chosen block: its grip, up and down, and what else can be done with it.
import type { PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../../../components/actions/menu.tsx';
import { handleToolbarKey } from '../../../../components/actions/toolbar-keys.ts';
import { classNames } from '../../../../components/class-names.ts';
import { Icon, type IconName } from '../../../../components/media/icon.tsx';

export interface GripHandlers {
  onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  onPointerUp: () => void;
  onPointerCancel: () => void;
}

interface BlockTool {
  label: string;
  icon: IconName;
  className?: string;
  isOff?: boolean;
  onSelect: () => void;
}

interface BlockBarProps {
  name: string;
  number: number;
  count: number;
  grip: GripHandlers;
  onMove: (by: -1 | 1) => void;
  tools: readonly BlockTool[];
  /** All of them where there is no room for tools. */
  entries: readonly MenuEntry[];
}

export function BlockBar({ name, number, count, grip, onMove, tools, entries }: BlockBarProps) {
  const { t } = useTranslation('content-pages');
  const all: readonly BlockTool[] = [
    { label: t('action.up'), icon: 'sort-up', isOff: number === 1, onSelect: () => onMove(-1) },
    { label: t('action.down'), icon: 'sort', isOff: number === count, onSelect: () => onMove(1) },
    ...tools,
  ];
  return (
    <div className="block-bar" role="toolbar" aria-label={t('block.tools')} onKeyDown={handleToolbarKey}>
      <button
        type="button"
        className="grip"
        aria-label={t('block.dragOf', { name })}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as -1 | 1 | undefined;
          if (!by || !event.altKey) return;
          event.preventDefault();
          onMove(by);
        }}
        {...grip}
      >
        <Icon name="grip" />
        <span>{name}</span>
      </button>
      {all.map(({ label, icon, className, isOff, onSelect }) => (
        <button
          key={icon}
          type="button"
          tabIndex={-1}
          className={classNames('tool-button is-inline', className)}
          aria-disabled={isOff || undefined}
          onClick={isOff ? undefined : onSelect}
        >
          <Icon name={icon} />
          <span>{label}</span>
        </button>
      ))}
      <MenuButton label={t('block.more', { name })} className="icon-button" entries={entries} />
    </div>
  );
}
