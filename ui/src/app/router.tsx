// The table of screens as a router: each row behind the guard, each page fetched when it is visited.
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router';
import { centreMeta } from '../lib/centre.ts';
import { loadWords } from '../lib/i18n.ts';
import { splitPath } from '../lib/language.ts';
import { reloadPage } from '../lib/reload-guard.ts';
import { isSignedIn, loadSession, sessionStatus } from '../lib/session.ts';
import { guard } from './guard.ts';
import type { RouteRow } from './route-row.ts';
import { ROUTES } from './routes.ts';
import { RouteErrorPage } from './shell/error-page.tsx';
import { Root } from './shell/layout.tsx';

async function enter(row: RouteRow | null, { request, params }: LoaderFunctionArgs): Promise<null> {
  const { pathname, search } = new URL(request.url);
  if (isSignedIn.peek()) {
    const session = loadSession();
    if (row && !row.public) await session;
  }
  const outcome = guard(row, {
    path: splitPath(pathname).path,
    search,
    params,
    isSignedIn: isSignedIn.peek(),
    isSessionRefused: sessionStatus.peek() === 'refused',
    redirectPath: centreMeta.peek().redirectPath,
  });
  if (outcome.kind === 'redirect') throw redirect(outcome.to);
  if (outcome.kind === 'error') throw outcome.problem;
  await loadWords(row?.words ?? []);
  return null;
}

/** A page's file that is gone means a newer build: the whole page is then loaded, once. */
async function loadPage(row: RouteRow): Promise<RouteObject['Component']> {
  try {
    return (await row.load()).default;
  } catch (cause) {
    if (reloadPage()) return new Promise(() => {});
    throw cause;
  }
}

function rowRoute(row: RouteRow): RouteObject {
  return {
    path: row.path,
    handle: row,
    loader: (args) => enter(row, args),
    lazy: { Component: () => loadPage(row) },
    // The guard looks at the path, not at filters and pages in the address.
    shouldRevalidate: ({ currentUrl, nextUrl }) =>
      currentUrl.pathname !== nextUrl.pathname || currentUrl.href === nextUrl.href,
  };
}

export function routeObjects(rows: readonly RouteRow[] = ROUTES): RouteObject[] {
  return [
    {
      element: <Root />,
      errorElement: <RouteErrorPage />,
      hydrateFallbackElement: null,
      children: [...rows.map(rowRoute), { path: '*', loader: (args) => enter(null, args), element: null }],
    },
  ];
}

export function createRouter() {
  return createBrowserRouter(routeObjects(), { basename: splitPath(location.pathname).prefix || '/' });
}
