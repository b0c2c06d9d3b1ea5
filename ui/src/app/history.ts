// The browser's history as the router wants it, with one addition: leaving may be held back.
// The data router of react-router could do this too, at 17 kB on every first view.
import { type Location, type Navigator, type Path, parsePath, type To } from 'react-router';

export type Move = 'push' | 'replace' | 'pop';

export interface Blocked {
  proceed: () => void;
  reset: () => void;
}

interface Entry {
  at: number;
  key: string;
  user: unknown;
}

interface Listeners {
  onMove: (location: Location, move: Move) => void;
  /** True when leaving for this path has to be asked about first. */
  mayHold: (to: Path) => boolean;
  onHold: (blocked: Blocked) => void;
}

export interface AppHistory extends Navigator {
  /** Where the browser is now, with the language prefix. */
  read: () => Location;
  start: (listeners: Listeners) => () => void;
}

const newKey = (): string => Math.random().toString(36).slice(2, 10);

function entryOf(state: unknown): Entry | null {
  const found = state as Partial<Entry> | null;
  return typeof found?.at === 'number' && typeof found.key === 'string' ? (found as Entry) : null;
}

export function createAppHistory(): AppHistory {
  let listeners: Listeners | null = null;
  let at = entryOf(history.state)?.at ?? 0;
  let isReturning = false;

  function read(): Location {
    const entry = entryOf(history.state);
    return {
      pathname: location.pathname,
      search: location.search,
      hash: location.hash,
      state: entry?.user ?? null,
      key: entry?.key ?? 'default',
    };
  }

  function resolve(to: To): Path {
    const path = typeof to === 'string' ? parsePath(to) : to;
    return { pathname: path.pathname ?? location.pathname, search: path.search ?? '', hash: path.hash ?? '' };
  }

  function write(to: To, user: unknown, move: 'push' | 'replace'): void {
    const path = resolve(to);
    const go = (): void => {
      at += move === 'push' ? 1 : 0;
      const entry: Entry = { at, key: newKey(), user };
      const address = path.pathname + path.search + path.hash;
      if (move === 'push') history.pushState(entry, '', address);
      else history.replaceState(entry, '', address);
      listeners?.onMove(read(), move);
    };
    if (listeners?.mayHold(path)) listeners.onHold({ proceed: go, reset: () => {} });
    else go();
  }

  /** The browser has moved already: to ask, we first go back to where we were. */
  function handlePop(): void {
    const to = entryOf(history.state)?.at ?? 0;
    if (isReturning) {
      isReturning = false;
      return;
    }
    const delta = to - at;
    if (delta !== 0 && listeners?.mayHold(resolve(location.pathname))) {
      isReturning = true;
      history.go(-delta);
      listeners.onHold({ proceed: () => history.go(delta), reset: () => {} });
      return;
    }
    at = to;
    listeners?.onMove(read(), 'pop');
  }

  return {
    read,
    createHref: (to) => {
      const path = resolve(to);
      return path.pathname + path.search + path.hash;
    },
    push: (to, state) => write(to, state, 'push'),
    replace: (to, state) => write(to, state, 'replace'),
    go: (delta) => history.go(delta),
    start(given) {
      listeners = given;
      history.scrollRestoration = 'manual';
      if (!entryOf(history.state)) history.replaceState({ at, key: newKey(), user: null }, '');
      addEventListener('popstate', handlePop);
      return () => {
        listeners = null;
        removeEventListener('popstate', handlePop);
      };
    },
  };
}
