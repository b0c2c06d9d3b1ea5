// Starts the app: the page's own data, words, centre, session, then the first screen. Until that is ready the
// server's readable page stays on the screen.
import { effect } from '@preact/signals-react';
import { startTransition, useEffect } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router';
import { ApiError } from '../api/client.ts';
import { centreMeta, loadCentre, setFirstCentre } from '../lib/centre/centre.ts';
import { followColourMode, proposeColour } from '../lib/centre/colour-mode.ts';
import { readFirstData } from '../lib/centre/first-data.ts';
import { normaliseError, reportError, showError, shownError } from '../lib/feedback/errors.ts';
import { addToast } from '../lib/feedback/toasts.ts';
import { whenIdle } from '../lib/idle.ts';
import { startWords, translate } from '../lib/locale/i18n.ts';
import { followHead } from '../lib/navigation/head.ts';
import { currentUser, isSignedIn, loadSession, sessionStatus } from '../lib/session/session.ts';
import { followLeaving } from '../lib/unsaved/unsaved.ts';
import { type AppRouter, createRouter, firstScreen } from './router/router.tsx';
import { loadErrorPage } from './shell/error/error-view.tsx';
import { loadMemberTools, loadOwnMenu } from './shell/header/toolbar.tsx';

function followSession(router: AppRouter): void {
  // The guard knows where each of them belongs.
  effect(() => {
    if (['refused', 'half', 'elsewhere'].includes(sessionStatus.value)) void router.revalidate();
  });
  let wasSignedIn = isSignedIn.peek();
  effect(() => {
    const now = isSignedIn.value;
    // Who is signed out on a screen that asks for it goes to the sign-in screen.
    if (wasSignedIn && !now) void router.revalidate();
    wasSignedIn = now;
  });
}

/** A device on which no colours were chosen takes those of the account. */
function followAccountColours(): void {
  effect(() => proposeColour(currentUser.value?.colorMode ?? 'system'));
}

/** A fatal or unhandled error takes the screen; a call that was refused and that nobody caught is told beside it. */
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
  const problem = normaliseError(thrown, { unhandled: true });
  if (!(thrown instanceof ApiError)) {
    showError(problem);
    return;
  }
  reportError(problem);
  addToast({
    id: 'failed',
    title: translate('shell:failed'),
    message: thrown.errors[0]?.detail ?? '',
    color: 'danger',
  });
}

export async function start(root: HTMLElement): Promise<void> {
  // Only where the operator has an address for them.
  if (document.querySelector('meta[name="error-reports"]')) void import('./error-reports.ts');
  followColourMode();
  setFirstCentre(readFirstData());
  const words = startWords();
  // The menu of a centre is there with the first screen.
  const centre = loadCentre()
    .then(() => centreMeta.peek().menus.header[0] && loadOwnMenu())
    .catch((cause: unknown) => showError(normaliseError(cause, { fatal: true })));
  const tools = isSignedIn.peek() ? loadMemberTools().catch(() => undefined) : undefined;
  if (isSignedIn.peek()) void loadSession();
  await Promise.all([words, centre, tools]);

  const router = createRouter();
  await firstScreen(router);
  if (router.state.errors || shownError.peek()) await loadErrorPage();
  // In slices, so that the reader may scroll meanwhile: the server's page stays until the whole of ours is drawn.
  const stand = (): void => afterwards(router);
  startTransition(() => createRoot(root).render(<Started router={router} onStand={stand} />));
}

function Started({ router, onStand }: { router: AppRouter; onStand: () => void }) {
  useEffect(onStand, [onStand]);
  return <RouterProvider router={router} useTransitions={false} />;
}

function afterwards(router: AppRouter): void {
  performance.mark('app');

  followUnhandled();
  followHead();
  followLeaving();
  followSession(router);
  followAccountColours();
  whenIdle(() => {
    void loadErrorPage();
    void import('./later.ts').then(({ followLater }) => followLater());
  });
}
