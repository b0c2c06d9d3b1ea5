// The browser router of the app, and what the rest of the app hears of its navigations.
import { createBrowserRouter, type PatchRoutesOnNavigationFunction } from 'react-router';
import { MissingScreen } from '../../lib/feedback/errors.ts';
import { splitPath } from '../../lib/locale/language.ts';
import { announceRouteChange, isNavigating, setNavigator } from '../../lib/navigation/navigation.ts';
import { isKnown, knownRoutes, loadAllRoutes } from '../known-routes.ts';
import type { RouteRow } from '../route-row.ts';
import { PUBLIC_ROUTES } from '../routes-public.ts';
import { FRAME_ID, screenRoute, screenRoutes } from './screen-routes.tsx';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(rows: readonly RouteRow[] = knownRoutes.peek()): AppRouter {
  const basename = splitPath(location.pathname).prefix || '/';
  const patchRoutesOnNavigation = addOtherScreens(rows);
  const router = createBrowserRouter(screenRoutes(rows), { basename, patchRoutesOnNavigation });
  setNavigator((to, { replace }) => {
    void router.navigate(to, { replace, preventScrollReset: isSamePage(to) });
  });
  let shown = '';
  router.subscribe(({ initialized, navigation, location: { pathname } }) => {
    isNavigating.value = !initialized || navigation.state !== 'idle';
    if (isNavigating.peek() || shown === pathname) return;
    shown = pathname;
    announceRouteChange(splitPath(pathname).path);
  });
  return router;
}

/** Loads the rest of the table of screens once, when an address is not one of a visitor's rows. */
function addOtherScreens(rows: readonly RouteRow[]): PatchRoutesOnNavigationFunction {
  let isWhole = rows !== PUBLIC_ROUTES;
  return async ({ path, patch }) => {
    if (isWhole || isKnown(splitPath(path).path)) return;
    try {
      await loadAllRoutes();
    } catch (cause) {
      throw new MissingScreen(cause);
    }
    if (isWhole) return;
    isWhole = true;
    const others = knownRoutes.peek().filter((row) => !rows.includes(row));
    patch(FRAME_ID, others.map(screenRoute));
  };
}

/** Another question on the same page leaves it where it is scrolled to. */
const isSamePage = (to: string): boolean =>
  splitPath(new URL(to, location.href).pathname).path === splitPath(location.pathname).path;

/** Resolves when the first screen, or the error in its place, can be shown. */
export function firstScreen(router: AppRouter): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (router.state.initialized) resolve();
    };
    router.subscribe(look);
    look();
  });
}
