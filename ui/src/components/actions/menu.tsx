// A menu that hangs from a button: arrows, Home and End move, Escape closes and gives the focus back.
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import './menu.css';
import { classNames } from '../class-names.ts';
import { NewDot } from '../content/badge.tsx';
import { Icon, type IconName } from '../media/icon.tsx';
import { AppLink } from './app-link.tsx';

export interface MenuEntry {
  label: string;
  /** A line below it. */
  hint?: string | undefined;
  href?: string | undefined;
  onSelect?: (() => void) | undefined;
  icon?: IconName | undefined;
  danger?: boolean | undefined;
  current?: boolean | undefined;
  /** A line above it. */
  apart?: boolean | undefined;
  /** What is new there, in words: ", 2 nieuw". */
  news?: string | undefined;
}

export interface MenuButtonProps {
  /** The button's name for a screen reader. */
  label: string;
  entries: readonly MenuEntry[];
  /** What the button shows; else three dots. */
  children?: ReactNode;
  className?: string;
  /** Which edge of the button the menu keeps to. */
  align?: 'start' | 'end';
  /** A sentence above the entries, such as who is signed in. */
  note?: ReactNode;
}

export function MenuButton({ label, entries, children, className, align = 'end', note }: MenuButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!isOpen) return;
    entryNodes(root.current)[0]?.focus();
    const closeOutside = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [isOpen]);

  function close() {
    setIsOpen(false);
    button.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (!isOpen) {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setIsOpen(true);
      }
      return;
    }
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    if (event.key === 'Tab') {
      setIsOpen(false);
      return;
    }
    const nodes = entryNodes(root.current);
    const next = nextIndex(event.key, nodes.indexOf(document.activeElement as HTMLElement), nodes.length);
    if (next === null) return;
    event.preventDefault();
    nodes[next]?.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the button and the entries
    <div className="menu" ref={root} onKeyDown={handleKeyDown}>
      <button
        ref={button}
        type="button"
        className={className ?? 'icon-button'}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setIsOpen(!isOpen)}
      >
        {children ?? <Icon name="dots" />}
      </button>
      {isOpen ? (
        <div className={classNames('menu-list', align === 'start' && 'is-start')}>
          {note ? <div className="menu-note">{note}</div> : null}
          <div id={id} role="menu" aria-label={label}>
            {entries.map((entry) => (
              <Entry key={`${entry.label}${entry.hint ?? ''}`} entry={entry} onDone={close} />
            ))}
          </div>
        </div>
      ) : null}
    </div>
  );
}

function Entry({ entry, onDone }: { entry: MenuEntry; onDone: () => void }) {
  const shared = {
    role: 'menuitem',
    tabIndex: -1,
    className: classNames('menu-entry', entry.danger && 'is-danger'),
    'aria-current': entry.current || undefined,
  } as const;
  const inside = (
    <>
      {entry.icon ? <Icon name={entry.icon} /> : null}
      {entry.hint ? (
        <span>
          {entry.label}
          <small>{entry.hint}</small>
        </span>
      ) : (
        entry.label
      )}
      {entry.news ? <NewDot>{entry.news}</NewDot> : null}
    </>
  );
  const handleSelect = () => {
    onDone();
    entry.onSelect?.();
  };
  return (
    <>
      {entry.apart ? <hr className="menu-line" /> : null}
      {entry.href === undefined ? (
        <button type="button" {...shared} onClick={handleSelect}>
          {inside}
        </button>
      ) : (
        <AppLink href={entry.href} {...shared} onClick={handleSelect}>
          {inside}
        </AppLink>
      )}
    </>
  );
}

function entryNodes(root: HTMLElement | null): HTMLElement[] {
  return Array.from(root?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? []);
}

function nextIndex(key: string, at: number, length: number): number | null {
  if (length === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % length;
  if (key === 'ArrowUp') return (at - 1 + length) % length;
  if (key === 'Home') return 0;
  if (key === 'End') return length - 1;
  return null;
}
