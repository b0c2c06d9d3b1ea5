// Starts the app: the page's own data, words, centre, session, then the first screen. Until that is ready the
// server's readable page stays on the screen.
import { effect } from '@preact/signals-react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { ApiError } from '../api/client.ts';
import { followBuilds, takeNewBuild } from '../lib/builds.ts';
import { loadCentre, setFirstCentre } from '../lib/centre.ts';
import { followColourMode } from '../lib/colour-mode.ts';
import { followConnection } from '../lib/drafts.ts';
import { normaliseError, showError, shownError } from '../lib/errors.ts';
import { readFirstData } from '../lib/first-data.ts';
import { followHead } from '../lib/head.ts';
import { startWords } from '../lib/i18n.ts';
import { followWork } from '../lib/loading-bar.ts';
import { onRouteChange } from '../lib/navigation.ts';
import { followNotifications } from '../lib/notifications.ts';
import { followOtherTabs, isSignedIn, loadSession, sessionStatus } from '../lib/session.ts';
import { followTheme } from '../lib/theme.ts';
import { followLeaving } from '../lib/unsaved.ts';
import { App, type AppRouter, createRouter, LastNet } from './router.tsx';

function followSession(router: AppRouter): void {
  // The guard knows where each of them belongs.
  effect(() => {
    if (['refused', 'half', 'elsewhere'].includes(sessionStatus.value)) void router.revalidate();
  });
  let wasSignedIn = isSignedIn.peek();
  let stopNotifications: (() => void) | null = null;
  effect(() => {
    const now = isSignedIn.value;
    if (now && sessionStatus.value !== 'half') stopNotifications ??= followNotifications();
    else {
      stopNotifications?.();
      stopNotifications = null;
    }
    // Who is signed out on a screen that asks for it goes to the sign-in screen.
    if (wasSignedIn && !now) void router.revalidate();
    wasSignedIn = now;
  });
}

/** A fatal or unhandled error takes the screen; a failed call that nobody caught is not fatal. */
function followUnhandled(): void {
  addEventListener('error', (event) => {
    if (event.error) reportUnhandled(event.error);
  });
  addEventListener('unhandledrejection', (event) => reportUnhandled(event.reason));
}

function reportUnhandled(thrown: unknown): void {
  const isAbort = thrown instanceof DOMException && thrown.name === 'AbortError';
  // Without a connection the shell says so already; the screen stays.
  const isOffline = thrown instanceof ApiError && thrown.isOffline;
  if (isAbort || isOffline || shownError.peek()) return;
  showError(normaliseError(thrown, { unhandled: true }));
}

export async function start(root: HTMLElement): Promise<void> {
  followColourMode();
  setFirstCentre(readFirstData());
  const words = startWords();
  const centre = loadCentre().catch((cause: unknown) => showError(normaliseError(cause, { fatal: true })));
  if (isSignedIn.peek()) void loadSession();
  await Promise.all([words, centre]);

  const router = createRouter();
  await router.start();
  // At once: what came with the page is then read before anything is painted, and nothing jumps.
  flushSync(() =>
    createRoot(root).render(
      <LastNet router={router}>
        <App router={router} />
      </LastNet>,
    ),
  );

  followTheme();
  followHead();
  followConnection();
  followLeaving();
  followOtherTabs();
  followWork();
  followSession(router);
  followUnhandled();
  followBuilds();
  onRouteChange(() => {
    takeNewBuild();
  });
}
