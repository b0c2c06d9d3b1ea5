// The bar at the top: logo, menu, language, notifications, account. Its look comes from the theme.

import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { Button, ButtonLink } from '../../../components/actions/button.tsx';
import { Icon } from '../../../components/media/icon.tsx';
import { centreMeta, theme } from '../../../lib/centre/centre.ts';
import { loadWords } from '../../../lib/locale/i18n.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { isSignedIn, menuOfNow, sessionStatus } from '../../../lib/session/session.ts';
import { useSignInPath } from '../../../lib/session/sign-in-path.ts';
import { loadAllRoutes } from '../../known-routes.ts';
import { currentEntry, type MenuLink, menuEntries } from '../../menu-entries.ts';
import { LanguageSwitch } from './language-switch.tsx';
import { Logo } from './logo.tsx';
import './toolbar.css';

// Only who is signed in has one: a visitor's first page does without.
const memberWords = () => (isSignedIn.peek() ? loadWords(['member']) : undefined);

export async function loadMemberTools() {
  const [{ MemberTools }] = await Promise.all([import('./member-tools.tsx'), memberWords(), loadAllRoutes()]);
  return { default: MemberTools };
}

const MemberTools = lazy(loadMemberTools);

/** Only for a centre that made its own: for the bar with its entries, without them for the footer. */
export const loadOwnMenu = () => import('./own-menu.tsx');
export const OwnMenu = lazy(loadOwnMenu);
const PhoneMenu = lazy(async () => {
  const [{ PhoneMenu }] = await Promise.all([import('./phone-menu.tsx'), memberWords()]);
  return { default: PhoneMenu };
});

function toolbarClass(): string {
  const look = theme.value;
  return [
    'toolbar',
    look?.headerVariant === 'legacy' && 'is-legacy',
    look?.headerSticky === false && 'is-static',
    look?.headerFullWidth && 'is-full',
    look?.headerCenterMenuItems && 'is-centered',
  ]
    .filter(Boolean)
    .join(' ');
}

/** The menu of the centre, else that of the program. */
export function Menu({ entries }: { entries: readonly MenuLink[] }) {
  const Links = centreMeta.value.menus.header[0] ? OwnMenu : MenuLinks;
  return (
    <Suspense>
      <Links entries={entries} />
    </Suspense>
  );
}

export function MenuLinks({ entries }: { entries: readonly MenuLink[] }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const current = currentEntry(entries, pathname);
  return (
    <ul>
      {entries.map(({ key, path }) => (
        <li key={key}>
          <AppLink className="menu-tab" href={path} aria-current={key === current ? 'page' : undefined}>
            {serverWords(t)(`screen.${key}`)}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}

export function Toolbar() {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const signIn = useSignInPath();
  const [isOpen, setIsOpen] = useState(false);
  const entries = menuEntries({ isSignedIn: isSignedIn.value, menu: menuOfNow.value });
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what hangs open.
  useEffect(() => setIsOpen(false), [pathname]);
  return (
    <header className={toolbarClass()}>
      <div className="page">
        <Logo />
        <nav className="toolbar-menu" aria-label={t('menu.label')}>
          <Menu entries={entries} />
        </nav>
        <div className="toolbar-tools">
          <AppLink className="icon-button toolbar-search" href="/zoeken" aria-label={t('search')}>
            <Icon name="search" />
          </AppLink>
          {theme.value?.headerLanguageToggle === false ? null : <LanguageSwitch className="only-wide" />}
          {sessionStatus.value === 'half' ? null : isSignedIn.value ? (
            <Suspense>
              <MemberTools />
            </Suspense>
          ) : (
            <ButtonLink href={signIn} className="only-wide">
              {t('signIn')}
            </ButtonLink>
          )}
          <Button className="menu-button" icon="menu" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
            {t('menu.button')}
          </Button>
        </div>
      </div>
      <Suspense>{isOpen ? <PhoneMenu entries={entries} onClose={() => setIsOpen(false)} /> : null}</Suspense>
    </header>
  );
}
