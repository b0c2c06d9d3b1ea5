// Links in the server's HTML stay in the app.
import { splitPath } from '../locale/language.ts';

/** Addresses under these are files or answers of the server, not screens. */
const NOT_SCREENS = /^\/(api|uploads|documents|feeds|img|assets)(\/|$)/;

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);

/** The address within the app that a link leads to; null when the browser is to follow it. */
export function pathOfLink(link: HTMLAnchorElement, here: Location = location): string | null {
  if (link.origin !== here.origin || link.hasAttribute('download')) return null;
  if (link.target && link.target !== '_self') return null;
  const { prefix, path } = splitPath(link.pathname);
  if (prefix !== splitPath(here.pathname).prefix || NOT_SCREENS.test(path)) return null;
  const isOnThisPage = link.hash !== '' && link.pathname === here.pathname && link.search === here.search;
  return isOnThisPage ? null : path + link.search + link.hash;
}

/** Returns how to take it back. `navigate` gets an address without the language. */
export function followLinks(container: HTMLElement, navigate: (path: string) => void): () => void {
  const follow = (event: MouseEvent): void => {
    if (event.defaultPrevented || !isPlainClick(event)) return;
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    const path = link && pathOfLink(link);
    if (!path) return;
    event.preventDefault();
    navigate(path);
  };
  container.addEventListener('click', follow);
  return () => container.removeEventListener('click', follow);
}
