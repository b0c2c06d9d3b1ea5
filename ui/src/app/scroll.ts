// Where the page was scrolled to: a new page begins at its top, going back returns to where one was.
import type { Location } from 'react-router';
import type { Move } from './history.ts';

const KEY = 'voluntr-scroll';
const KEPT = 50;

function readAll(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Record<string, number>;
  } catch {
    return {};
  }
}

export function keepScroll(key: string): void {
  const kept = Object.entries({ ...readAll(), [key]: scrollY }).slice(-KEPT);
  try {
    sessionStorage.setItem(KEY, JSON.stringify(Object.fromEntries(kept)));
  } catch {
    // Then going back starts at the top.
  }
}

/** After the new screen is drawn. */
export function restoreScroll(to: Location, move: Move): void {
  requestAnimationFrame(() => {
    const target = to.hash ? document.getElementById(decodeURIComponent(to.hash.slice(1))) : null;
    if (target && move !== 'pop') target.scrollIntoView();
    else scrollTo(0, move === 'pop' ? (readAll()[to.key] ?? 0) : 0);
  });
}
