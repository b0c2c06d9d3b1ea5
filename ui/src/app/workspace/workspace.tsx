// The frame of who works here: the menu at the side, a bar and a drawer on a phone, the command palette. It takes the
// place of the bar and the footer that visitors have.
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import './workspace.css';
import { Button } from '../../components/actions/button.tsx';
import { useModal } from '../../components/feedback/dialog.tsx';
import { useMedia, WIDE } from '../../components/use-media.ts';
import { unreadConversations } from '../../lib/conversations/unread.ts';
import { resumeDecisions } from '../../lib/decisions/pending-decisions.ts';
import { isShortcut } from '../../lib/navigation/key-choice.ts';
import { menuOfNow, selectedOrganizationId } from '../../lib/session/session.ts';
import { hatOfNow, hats } from '../shell/hats.ts';
import { Logo } from '../shell/header/logo.tsx';
import { useCounts } from './counts.ts';
import { chooseWidth, chosenWidth, isActivityOpen, isPaletteOpen } from './frame-state.ts';
import { followRecent } from './recent.ts';
import { type SideGroup, sideGroups } from './side-entries.ts';
import { SideMenu } from './side-menu.tsx';

const Palette = lazy(async () => ({ default: (await import('./palette.tsx')).Palette }));
const ActivityPanel = lazy(async () => ({
  default: (await import('../../features/notifications/activity-panel.tsx')).ActivityPanel,
}));

/** From here on the menu has room for its words, unless somebody chose. */
const ROOMY = '(min-width: 1280px)';

function useGroups(): SideGroup[] {
  const hat = hatOfNow.value;
  const worksForSeveral = hats.value.some(({ kind }) => kind === 'centre');
  return sideGroups({
    menu: menuOfNow.value,
    organizationId: selectedOrganizationId.value,
    isAtOrganization: worksForSeveral && hat?.kind === 'organization',
  });
}

export function Workspace({ notices, children }: { notices: ReactNode; children: ReactNode }) {
  const { t } = useTranslation(['workspace', 'shell']);
  const { pathname } = useLocation();
  const groups = useGroups();
  const counted = useCounts(groups.flatMap(({ entries }) => entries.map(({ key }) => key)));
  const counts = { ...counted, conversations: unreadConversations.value };
  const isWide = useMedia(WIDE);
  const isRoomy = useMedia(ROOMY);
  const [isDrawerOpen, setIsDrawerOpen] = useState(false);
  const form = chosenWidth.value ?? (isRoomy ? 'wide' : 'rail');
  useFrameKeys(form);
  useEffect(() => void resumeDecisions(), []);
  useEffect(followRecent, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: going to another page closes what hangs open
  useEffect(() => {
    setIsDrawerOpen(false);
    isActivityOpen.value = false;
  }, [pathname]);
  // What lies over the page knows that the page has a frame.
  useEffect(() => {
    document.body.classList.add('has-frame');
    return () => document.body.classList.remove('has-frame');
  }, []);

  return (
    <>
      <a className="skip-link" href="#content">
        {t('shell:skip')}
      </a>
      <div className="staff-frame" data-menu={form}>
        {isWide ? (
          <header className="side-menu">
            <SideMenu groups={groups} counts={counts} form={form} />
          </header>
        ) : (
          <header className="staff-bar">
            <Logo />
            <Button variant="quiet" icon="search" onClick={() => (isPaletteOpen.value = true)}>
              {t('palette.short')}
            </Button>
            <Button icon="menu" aria-haspopup="dialog" onClick={() => setIsDrawerOpen(true)}>
              {t('menu.button')}
            </Button>
          </header>
        )}
        <div className="frame-page">
          {notices}
          <main id="content" tabIndex={-1} data-layout="work" className="work-screen">
            {isWide || !hatOfNow.value ? null : <p className="hat-line">{hatOfNow.value.name}</p>}
            {children}
          </main>
        </div>
      </div>
      {isDrawerOpen ? (
        <Drawer onClose={() => setIsDrawerOpen(false)}>
          <SideMenu groups={groups} counts={counts} form="drawer" onClose={() => setIsDrawerOpen(false)} />
        </Drawer>
      ) : null}
      <Suspense>
        {isPaletteOpen.value ? (
          <Palette groups={groups} counts={counts} onClose={() => (isPaletteOpen.value = false)} />
        ) : null}
        {isActivityOpen.value ? <ActivityPanel onClose={() => (isActivityOpen.value = false)} /> : null}
      </Suspense>
    </>
  );
}

/** Ctrl K opens the palette, also from a field; `[` folds the menu. */
function useFrameKeys(form: 'wide' | 'rail') {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k';
      if (isCommand && !event.shiftKey && !event.altKey) {
        if (!isPaletteOpen.peek() && document.querySelector('dialog:modal')) return;
        isPaletteOpen.value = !isPaletteOpen.peek();
      } else if (event.key === '[' && isShortcut(event)) chooseWidth(form === 'wide' ? 'rail' : 'wide');
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [form]);
}

function Drawer({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation('workspace');
  const layer = useModal(onClose);
  return (
    <dialog className="side-drawer" aria-label={t('menu.button')} {...layer}>
      <div className="side-drawer-head">
        <h2 tabIndex={-1} data-first-focus="">
          {t('menu.button')}
        </h2>
        <Button variant="quiet" icon="close" onClick={onClose}>
          {t('menu.close')}
        </Button>
      </div>
      {children}
    </dialog>
  );
}
