// The whole app at an address, as somebody: `await render('/vacancies', { as: 'admin', rows })`.
import { type RenderResult, render as renderReact, waitFor } from '@testing-library/react';
import { RouterProvider } from 'react-router';
import { forgetAll } from '../api/cache.ts';
import { loadConstraints } from '../app/constraints.ts';
import { knownRoutes } from '../app/known-routes.ts';
import type { RouteRow } from '../app/route-row.ts';
import { type AppRouter, createRouter, firstScreen } from '../app/router/router.tsx';
import { ROUTES } from '../app/routes.ts';
import { forgetHomeTried } from '../app/shell/error/home-tried.ts';
import { centre, centreMeta, loadCentre } from '../lib/centre/centre.ts';
import { clearError } from '../lib/feedback/errors.ts';
import { clearToasts } from '../lib/feedback/toasts.ts';
import { changeLanguage, loadWords, startWords } from '../lib/locale/i18n.ts';
import { type Language, splitPath } from '../lib/locale/language.ts';
import {
  credentials,
  currentUser,
  loadSession,
  menu,
  organizations,
  selectOrganization,
  sessionStatus,
} from '../lib/session/session.ts';
import { forgetUnsaved } from '../lib/unsaved/unsaved.ts';
import { type FakeServer, fakeServer } from './fake-server.ts';
import { letIn, openCentre, type Person } from './people.ts';

export interface RenderOptions {
  as?: Person;
  /** Instead of the whole table. */
  rows?: readonly RouteRow[];
  /** Answers of the server besides the centre and the person. */
  server?: FakeServer;
  /** The centre's document meta, such as `{ redirect_path: '/gelderse-handen' }`. */
  centreMeta?: Record<string, unknown>;
  /** The centre's own attributes, such as `{ allow_guest_applications: false }`. */
  centre?: Record<string, unknown>;
}

export interface Rendered extends RenderResult {
  router: AppRouter;
  server: FakeServer;
}

let words: Promise<void> | null = null;
/** Two routers would both follow the browser's history. */
let last: AppRouter | null = null;

async function startLanguage(path: string): Promise<void> {
  words ??= startWords();
  await words;
  const wanted: Language = splitPath(path).language ?? 'nl';
  await changeLanguage(wanted);
  // The error screen is loaded once for all tests, with the words of the first one's language.
  await loadWords(['errors']);
}

function signOutAll(): void {
  credentials.value = null;
  sessionStatus.value = 'idle';
  forgetAll();
  currentUser.value = null;
  menu.value = [];
  organizations.value = [];
  selectOrganization(null);
}

export async function render(path: string, options: RenderOptions = {}): Promise<Rendered> {
  const { as = 'visitor', rows = ROUTES, server = fakeServer() } = options;
  history.replaceState(null, '', path);
  knownRoutes.value = ROUTES;
  await startLanguage(path);
  signOutAll();
  clearError();
  forgetHomeTried();
  clearToasts();
  forgetUnsaved();
  centre.value = null;
  centreMeta.value = { ...centreMeta.peek(), redirectPath: null };
  openCentre(server, options.centreMeta, options.centre);
  await Promise.all([loadCentre(), loadConstraints()]);
  if (as !== 'visitor') {
    letIn(server, as);
    credentials.value = { client: 'test', uid: 'somebody@example.org' };
    await loadSession();
  }
  last?.dispose();
  const router = createRouter(rows);
  last = router;
  await firstScreen(router);
  const result = renderReact(<RouterProvider router={router} useTransitions={false} />);
  await waitFor(() => {
    if (!document.querySelector('main') || !document.querySelector('.toast-region'))
      throw new Error('no screen yet');
  });
  return { ...result, router, server };
}
