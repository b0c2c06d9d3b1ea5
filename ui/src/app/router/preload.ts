// The screen of a link is fetched when a pointer, a finger or the focus comes to it: at most five at a time, and none for
// whoever pays for every byte.
import { loadWords } from '../../lib/locale/i18n.ts';
import { splitPath } from '../../lib/locale/language.ts';
import { knownRoutes } from '../known-routes.ts';
import type { RouteRow } from '../route-row.ts';
import { findRow } from './find-row.ts';

export const MOST_AT_ONCE = 5;

interface Connection {
  saveData?: boolean;
  effectiveType?: string;
}

/** On a slow or paid connection only what is asked for is fetched. */
export function mayPreload({ saveData, effectiveType }: Connection): boolean {
  return saveData !== true && !effectiveType?.includes('2g');
}

/** Fetches each row once, `most` at a time. What fails is fetched, and said, when it is asked for. */
export function createPreloader(most = MOST_AT_ONCE): (row: RouteRow) => void {
  const seen = new Set<RouteRow>();
  const waiting: RouteRow[] = [];
  let underWay = 0;
  const next = async (): Promise<void> => {
    const row = underWay < most ? waiting.shift() : undefined;
    if (!row) return;
    underWay += 1;
    await Promise.allSettled([row.load(), loadWords(row.words ?? [])]);
    underWay -= 1;
    void next();
  };
  return (row) => {
    if (seen.has(row)) return;
    seen.add(row);
    waiting.push(row);
    void next();
  };
}

/** The row a link of this page leads to; null for another site or a file. */
export function rowOfLink(link: HTMLAnchorElement, rows = knownRoutes.peek()): RouteRow | null {
  if (link.origin !== location.origin || link.hasAttribute('download')) return null;
  return findRow(rows, splitPath(link.pathname).path);
}

export function followPreloading(): () => void {
  const preload = createPreloader();
  const follow = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
    const connection = (navigator as { connection?: Connection }).connection ?? {};
    const row = link && navigator.onLine && mayPreload(connection) ? rowOfLink(link) : null;
    if (row) preload(row);
  };
  const events = ['pointerover', 'touchstart', 'focusin'] as const;
  for (const event of events) document.addEventListener(event, follow, { passive: true });
  return () => {
    for (const event of events) document.removeEventListener(event, follow);
  };
}
