// The browser router of the app, and what the rest of the app hears of its navigations.
import { createBrowserRouter } from 'react-router';
import { splitPath } from '../../lib/locale/language.ts';
import { announceRouteChange, isNavigating, setNavigator } from '../../lib/navigation/navigation.ts';
import type { RouteRow } from '../route-row.ts';
import { ROUTES } from '../routes.ts';
import { screenRoutes } from './screen-routes.tsx';

export type AppRouter = ReturnType<typeof createBrowserRouter>;

export function createRouter(rows: readonly RouteRow[] = ROUTES): AppRouter {
  const basename = splitPath(location.pathname).prefix || '/';
  const router = createBrowserRouter(screenRoutes(rows), { basename });
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
