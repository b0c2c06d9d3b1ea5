// The loader of every screen: who may come in, and the words it needs before it shows.
import { type LoaderFunction, redirect, replace } from 'react-router';
import { centreMeta } from '../../lib/centre/centre.ts';
import { normaliseError } from '../../lib/feedback/errors.ts';
import { loadWords } from '../../lib/locale/i18n.ts';
import { splitPath } from '../../lib/locale/language.ts';
import { leftUntil } from '../../lib/session/delete-account.ts';
import { isSignedIn, loadSession, menu, sessionStatus, wrongCenter } from '../../lib/session/session.ts';
import { forgetUnsaved } from '../../lib/unsaved/unsaved.ts';
import type { RouteRow } from '../route-row.ts';
import { guard } from './guard.ts';

/** Throws a redirect, or the problem that the error screen shows. Without a row the address is unknown. */
export function bootstrap(row: RouteRow | null): LoaderFunction {
  return async ({ request, params }) => {
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
      isHalfSignedIn: sessionStatus.peek() === 'half',
      wrongCenter: sessionStatus.peek() === 'elsewhere' ? normaliseError(wrongCenter.peek()) : null,
      hasJustLeft: leftUntil.peek() !== null,
      redirectPath: centreMeta.peek().redirectPath,
      features: centreMeta.peek().features,
      menu: sessionStatus.peek() === 'success' ? menu.peek() : null,
    });
    if (outcome.kind === 'redirect') {
      // Whoever was signed out, perhaps in another tab, cannot stay: there is nothing to ask.
      forgetUnsaved();
      // The browser may be at this address already (a first load, Back, a session that ended): Back must not return to it.
      const isHere = location.pathname === pathname && location.search === search;
      throw (isHere ? replace : redirect)(outcome.to);
    }
    if (outcome.kind === 'error') throw outcome.problem;
    await loadWords(outcome.row.words ?? []);
    return null;
  };
}
