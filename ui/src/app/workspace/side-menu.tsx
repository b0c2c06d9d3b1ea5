// The side menu of who works here: for whom, search, groups of screens with what waits, and the account.

import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AppLink } from '../../components/actions/app-link.tsx';
import { MenuButton } from '../../components/actions/menu.tsx';
import { classNames } from '../../components/class-names.ts';
import { COMMAND, Key } from '../../components/content/key.tsx';
import { Icon, type IconName } from '../../components/media/icon.tsx';
import { theme } from '../../lib/centre/centre.ts';
import { unreadCount } from '../../lib/feedback/notifications.ts';
import { serverWords } from '../../lib/locale/server-words.ts';
import { currentUser, impersonation } from '../../lib/session/session.ts';
import type { WorkGroup } from '../route-row.ts';
import { OwnAvatar, useAccountEntries, useAccountLabel } from '../shell/header/account-menu.tsx';
import { LanguageSwitch } from '../shell/header/language-switch.tsx';
import { Logo } from '../shell/header/logo.tsx';
import type { Counts } from './counts.ts';
import { chooseWidth, isActivityOpen, isPaletteOpen, shutGroup, shutGroups } from './frame-state.ts';
import { HatSwitch } from './hat-switch.tsx';
import { entryOf, type SideGroup } from './side-entries.ts';

const GROUP_ICON: Readonly<Record<WorkGroup, IconName>> = {
  today: 'sun',
  placement: 'hand',
  people: 'people',
  organizations: 'building',
  website: 'globe',
  insight: 'chart',
  settings: 'filter',
  administration: 'shield',
};

export interface SideMenuProps {
  groups: readonly SideGroup[];
  counts: Counts;
  form: 'wide' | 'rail' | 'drawer';
  /** Of the drawer. */
  onClose?: () => void;
}

export function SideMenu({ groups, counts, form, onClose }: SideMenuProps) {
  const { t } = useTranslation('workspace');
  const isRail = form === 'rail';
  return (
    <div className={`side-menu-inside is-${form}`}>
      <div className="side-menu-head">
        <Logo />
        <HatSwitch />
        <button
          type="button"
          className="command-button"
          aria-haspopup="dialog"
          onClick={() => {
            onClose?.();
            isPaletteOpen.value = true;
          }}
        >
          <Icon name="search" />
          <span>{t(isRail ? 'palette.short' : 'palette.button')}</span>
          {isRail ? null : <Key>{COMMAND}</Key>}
        </button>
      </div>
      <nav className="menu-groups" aria-label={t('menu.label')}>
        {groups.map((group) => (
          <Group
            key={group.key}
            group={group}
            groups={groups}
            counts={counts}
            isRail={isRail}
            onClose={onClose}
          />
        ))}
        <MoreBelow />
      </nav>
      <div className="side-menu-foot">
        {form === 'drawer' ? null : (
          <button
            type="button"
            className="collapse-button"
            aria-expanded={!isRail}
            onClick={() => chooseWidth(isRail ? 'wide' : 'rail')}
          >
            <Icon name="columns" />
            <span>{t(isRail ? 'menu.expand' : 'menu.collapse')}</span>
            {isRail ? null : <Key>[</Key>}
          </button>
        )}
        {theme.value?.headerLanguageToggle === false ? null : <LanguageSwitch />}
        <Account isRail={isRail} />
      </div>
    </div>
  );
}

/** Indicates that the menu can be scrolled further down. */
function MoreBelow() {
  const end = useRef<HTMLSpanElement>(null);
  const [isBelow, setIsBelow] = useState(false);
  useEffect(() => {
    if (!end.current || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1);
      if (last) setIsBelow(!last.isIntersecting);
    });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, []);
  return (
    <>
      <span className="menu-more-below" aria-hidden="true" hidden={!isBelow}>
        <Icon name="down" />
      </span>
      <span className="menu-end" aria-hidden="true" ref={end} />
    </>
  );
}

/** Numbers count work, so a list of which nothing waits has none. */
function WorkCount({ count }: { count: number | undefined }) {
  const { t } = useTranslation('workspace');
  if (!count) return null;
  return (
    <span className="count">
      {t('menu.count', { count })}
      <span className="visually-hidden"> {t('menu.toDo')}</span>
    </span>
  );
}

interface GroupProps {
  group: SideGroup;
  groups: readonly SideGroup[];
  counts: Counts;
  isRail: boolean;
  onClose: (() => void) | undefined;
}

function Group({ group, groups, counts, isRail, onClose }: GroupProps) {
  const { t } = useTranslation('workspace');
  const { pathname, search } = useLocation();
  const { key, entries } = group;
  const current = entryOf(groups, pathname, search);
  const isHere = entries.some((entry) => entry.key === current);
  const waits = key === 'today' ? unreadCount.value : 0;
  const total = entries.reduce((sum, entry) => sum + (counts[entry.key] ?? 0), waits);
  const name = t(`group.${key}`);
  const list = (
    <ul>
      {key === 'today' && !impersonation.value ? (
        <li>
          <button
            type="button"
            className="menu-item"
            aria-haspopup="dialog"
            onClick={() => {
              onClose?.();
              isActivityOpen.value = true;
            }}
          >
            {t('entry.notifications')}
            <WorkCount count={unreadCount.value} />
          </button>
        </li>
      ) : null}
      {entries.map((entry) => (
        <li key={entry.key}>
          <AppLink
            className="menu-item"
            href={entry.href}
            aria-current={entry.key === current ? 'page' : undefined}
            onClick={onClose}
          >
            {serverWords(t)(`screen.${entry.key}`)}
            <WorkCount count={counts[entry.key]} />
          </AppLink>
        </li>
      ))}
    </ul>
  );
  if (key === 'today' && entries.length === 0 && impersonation.value) return null;
  if (isRail)
    return (
      <RailGroup name={name} icon={GROUP_ICON[key]} isHere={isHere} total={total}>
        {list}
      </RailGroup>
    );
  const isShut = shutGroups.value.has(key) && !isHere;
  return (
    <details
      className={classNames('menu-group', isHere && 'is-here')}
      open={!isShut}
      onToggle={(event) => {
        if (event.currentTarget.open === isShut) shutGroup(key, !event.currentTarget.open);
      }}
    >
      <summary>
        <Icon name={GROUP_ICON[key]} />
        {name}
        <Icon name="down" className="chevron" />
        <WorkCount count={isShut ? total : 0} />
      </summary>
      {list}
    </details>
  );
}

interface RailGroupProps {
  name: string;
  icon: IconName;
  isHere: boolean;
  total: number;
  children: ReactNode;
}

/** In the narrow menu a group opens beside it. */
function RailGroup({ name, icon, isHere, total, children }: RailGroupProps) {
  const [isOpen, setIsOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: going somewhere shuts it
  useEffect(() => setIsOpen(false), [key]);
  useEffect(() => {
    if (!isOpen) return undefined;
    const shutOutside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setIsOpen(false);
    };
    document.addEventListener('pointerdown', shutOutside);
    document.addEventListener('focusin', shutOutside);
    return () => {
      document.removeEventListener('pointerdown', shutOutside);
      document.removeEventListener('focusin', shutOutside);
    };
  }, [isOpen]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape comes up from what is inside
    <div
      ref={root}
      className={classNames('rail-group', isHere && 'is-here')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className="rail-button"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={icon} />
        {name}
        <WorkCount count={total} />
      </button>
      {isOpen ? (
        <div className="rail-flyout">
          <p className="rail-title">{name}</p>
          {children}
        </div>
      ) : null}
    </div>
  );
}

function Account({ isRail }: { isRail: boolean }) {
  const { t } = useTranslation(['workspace', 'member']);
  const entries = useAccountEntries(false);
  const user = currentUser.value;
  const name = user?.fullName || t('member:account.me');
  const label = useAccountLabel(user?.firstName || name);
  return (
    <MenuButton
      className="side-account"
      align="start"
      label={label}
      entries={[{ label: t('menu.website'), href: '/', icon: 'globe' }, ...entries]}
    >
      <OwnAvatar name={name} src={user?.avatarUrl} />
      <span className="who">
        {isRail ? user?.firstName || name : name}
        {isRail ? null : <small>{t('menu.account')}</small>}
      </span>
      {isRail ? null : <Icon name="down" />}
    </MenuButton>
  );
}
