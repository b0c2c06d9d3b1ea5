// Keeps the address and the screen together: the old screen stays until the new one can be shown whole.
import { batch, type Signal, signal } from '@preact/signals-react';
import { Component, type ReactNode, useMemo } from 'react';
import {
  type Location,
  NavigationType,
  type Params,
  UNSAFE_RouteContext as RouteContext,
  Router,
} from 'react-router';
import {
  clearError,
  normaliseError,
  type Problem,
  reportError,
  showError,
  shownError,
} from '../lib/errors.ts';
import { splitPath } from '../lib/language.ts';
import { isNavigating } from '../lib/loading-bar.ts';
import { announceRouteChange, setNavigator } from '../lib/navigation.ts';
import { forgetUnsaved, hasUnsaved } from '../lib/unsaved.ts';
import { enter, type Screen } from './enter.ts';
import { type AppHistory, type Blocked, createAppHistory, type Move } from './history.ts';
import type { RouteRow } from './route-row.ts';
import { ROUTES } from './routes.ts';
import { keepScroll, restoreScroll } from './scroll.ts';
import { ErrorPage, forgetHomeTried } from './shell/error-page.tsx';
import { Root } from './shell/layout.tsx';

interface Shown {
  location: Location;
  /** None: an error takes its place. */
  screen: Screen | null;
}

export interface AppRouter {
  history: AppHistory;
  basename: string;
  /** What is on the screen: the address that belongs to it, and the page. */
  shown: Signal<Shown | null>;
  /** A step that waits for an answer about unsaved work. */
  blocked: Signal<Blocked | null>;
  /** Looks at the address again, such as after signing out. */
  revalidate: () => Promise<void>;
  /** Resolves when the first screen can be shown. */
  start: () => Promise<void>;
  stop: () => void;
}

export function createRouter(rows: readonly RouteRow[] = ROUTES): AppRouter {
  const history = createAppHistory();
  const basename = splitPath(location.pathname).prefix || '/';
  const shown = signal<Shown | null>(null);
  const blocked = signal<Blocked | null>(null);
  let latest = 0;
  let stop = (): void => {};

  const inApp = (path: string): string =>
    basename === '/' ? path : `${basename}${path === '/' ? '' : path}`;

  async function show(to: Location, move: Move | 'again'): Promise<void> {
    const before = shown.peek();
    if (before && move !== 'again' && before.location.pathname === to.pathname && !shownError.peek()) {
      shown.value = { ...before, location: to };
      return;
    }
    latest += 1;
    const mine = latest;
    isNavigating.value = true;
    if (before) keepScroll(before.location.key);
    const result = await enter(rows, to.pathname, to.search).catch((thrown: unknown) =>
      normaliseError(thrown),
    );
    if (mine !== latest) return;
    isNavigating.value = false;
    if ('kind' in result && result.kind === 'redirect') {
      // Whoever was signed out, perhaps in another tab, cannot stay: there is nothing to ask.
      if (move === 'again') forgetUnsaved();
      history.replace(inApp(result.to));
      return;
    }
    batch(() => {
      clearError();
      shown.value = { location: to, screen: 'kind' in result ? result.screen : null };
      if ('kind' in result) forgetHomeTried();
      else showError(result);
    });
    if (before && move !== 'again') restoreScroll(to, move);
    announceRouteChange(splitPath(to.pathname).path);
  }

  return {
    history,
    basename,
    shown,
    blocked,
    revalidate: () => show(history.read(), 'again'),
    async start() {
      stop = history.start({
        onMove: (to, move) => void show(to, move),
        mayHold: (to) => hasUnsaved.peek() && to.pathname !== shown.peek()?.location.pathname,
        onHold: (held) => {
          blocked.value = held;
        },
      });
      setNavigator((to, { replace }) => (replace ? history.replace(inApp(to)) : history.push(inApp(to))));
      await show(history.read(), 'replace');
    },
    stop: () => stop(),
  };
}

export function App({ router }: { router: AppRouter }) {
  const now = router.shown.value;
  if (!now) return null;
  const { location, screen } = now;
  return (
    <Router
      basename={router.basename}
      location={location}
      navigator={router.history}
      navigationType={NavigationType.Push}
    >
      <Root row={screen?.row ?? null} blocked={router.blocked}>
        {screen ? (
          <Guarded key={location.pathname}>
            <Matched params={screen.params} path={location.pathname}>
              <screen.Page />
            </Matched>
          </Guarded>
        ) : null}
      </Root>
    </Router>
  );
}

/** For useParams. The row is found already; <Routes> would find it once more, and be 3 kB of every first view. */
function Matched({ params, path, children }: { params: Params; path: string; children: ReactNode }) {
  const context = useMemo(() => {
    const match = { params, pathname: path, pathnameBase: path, route: { id: path } };
    return { outlet: null, matches: [match], isDataRoute: false };
  }, [params, path]);
  return <RouteContext value={context}>{children}</RouteContext>;
}

/** A page that breaks while it draws becomes an error screen; the next route is drawn afresh. */
class Guarded extends Component<{ children: ReactNode }, { problem: Problem | null }> {
  override state: { problem: Problem | null } = { problem: null };

  static getDerivedStateFromError(thrown: unknown): { problem: Problem } {
    return { problem: normaliseError(thrown, { fatal: true }) };
  }

  override componentDidCatch(thrown: unknown): void {
    showError(normaliseError(thrown, { fatal: true }));
  }

  override render(): ReactNode {
    return this.state.problem ? null : this.props.children;
  }
}

/** The last net, around everything: the shell itself broke. */
export class LastNet extends Component<
  { children: ReactNode; router: AppRouter },
  { problem: Problem | null }
> {
  override state: { problem: Problem | null } = { problem: null };

  static getDerivedStateFromError(thrown: unknown): { problem: Problem } {
    return { problem: normaliseError(thrown, { fatal: true }) };
  }

  override componentDidCatch(thrown: unknown): void {
    reportError(normaliseError(thrown, { fatal: true }));
  }

  override render(): ReactNode {
    const { problem } = this.state;
    if (!problem) return this.props.children;
    const { history, basename } = this.props.router;
    return (
      <Router basename={basename} location={history.read()} navigator={history}>
        <ErrorPage problem={problem} />
      </Router>
    );
  }
}
