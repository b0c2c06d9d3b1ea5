// The table of screens as the router's routes: shell, frame, and a lazy route for every row.
import type { ComponentType } from 'react';
import type { RouteObject, ShouldRevalidateFunction } from 'react-router';
import { MissingScreen } from '../../lib/feedback/errors.ts';
import type { RouteRow } from '../route-row.ts';
import { FrameError, ShellError } from '../shell/error/route-error.tsx';
import { Frame, Shell } from '../shell/layout.tsx';
import { bootstrap } from './bootstrap.ts';

/** Another question on the same page is the page's own matter; the same address again (revalidation) is not. */
const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search;

async function loadComponent(row: RouteRow): Promise<ComponentType> {
  try {
    return (await row.load()).default;
  } catch (cause) {
    throw new MissingScreen(cause);
  }
}

export const screenRoute = (row: RouteRow): RouteObject => ({
  path: row.path,
  handle: row,
  loader: bootstrap(row),
  lazy: async () => ({ Component: await loadComponent(row) }),
  shouldRevalidate,
});

/** The route whose children the screens are. */
export const FRAME_ID = 'frame';

export const screenRoutes = (rows: readonly RouteRow[]): RouteObject[] => [
  {
    Component: Shell,
    ErrorBoundary: ShellError,
    children: [
      {
        id: FRAME_ID,
        Component: Frame,
        ErrorBoundary: FrameError,
        children: [...rows.map(screenRoute), { path: '*', loader: bootstrap(null) }],
      },
    ],
  },
];
