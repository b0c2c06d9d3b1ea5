// Public pages have one renderer: the server's (docs/decisions/0040). A screen of the app that shows one asks for its HTML
// here and gives it to `ServerHtml`, which brings to life only what needs it.
import { useEffect } from 'react';
import { useHref, useLocation } from 'react-router';
import { readFragment } from '../../api/fragments.ts';
import { type Loaded, useLoaded } from '../../api/hooks.ts';
import { normaliseError, showError } from '../feedback/errors.ts';
import { splitPath } from '../locale/language.ts';
import { navigateTo } from '../navigation/navigation.ts';
import { fragmentAddress, type ServerPage } from './first-page.ts';

export type { ServerPage } from './first-page.ts';

const trimmed = (pathname: string): string => pathname.replace(/\/$/, '') || '/';

/**
 * The page at the address of this screen. The first one is what the server put into the document; what a screen showed
 * before stays until the new one is there. Everybody gets the same: what is theirs alone is drawn by the islands.
 */
export function useServerPage(): Loaded<ServerPage> {
  const { pathname, search } = useLocation();
  const href = useHref(pathname);
  const address = fragmentAddress(href, search);
  const load = (signal: AbortSignal) => readFragment<ServerPage>(address, signal);
  const loaded = useLoaded(address, load, { keeps: true });
  const path = loaded.data?.path;
  useEffect(() => {
    if (path !== undefined && trimmed(path) !== trimmed(href)) followTo(path);
  }, [path, href]);
  return loaded;
}

/** The answer came from where the page stands now: a former address, or that of another kind. */
function followTo(moved: string): void {
  const { prefix, path } = splitPath(moved);
  if (prefix === splitPath(location.pathname).prefix) navigateTo(path, { replace: true });
  else location.replace(moved);
}

/** Without its page a screen is the one that says why. Returns whether trying again is all there is to do. */
export function useMissingPage({ data, error }: Pick<Loaded<ServerPage>, 'data' | 'error'>): boolean {
  const missing = data === undefined ? error : null;
  useEffect(() => {
    if (missing && !missing.isOffline) showError(normaliseError(missing, { fatal: true }));
  }, [missing]);
  return missing?.isOffline ?? false;
}
