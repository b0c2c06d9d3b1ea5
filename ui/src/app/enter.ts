// The way to a screen: which row, may this person come in, and everything it needs before it shows.
import type { ComponentType } from 'react';
import { matchPath } from 'react-router';
import { centreMeta } from '../lib/centre.ts';
import { normaliseError } from '../lib/errors.ts';
import { loadWords } from '../lib/i18n.ts';
import { splitPath } from '../lib/language.ts';
import { reloadPage } from '../lib/reload-guard.ts';
import { isSignedIn, loadSession, sessionStatus, wrongCenter } from '../lib/session.ts';
import { guard } from './guard.ts';
import type { RouteRow, RowParams } from './route-row.ts';

export interface Screen {
  row: RouteRow;
  params: RowParams;
  Page: ComponentType;
}

export type Arrival = { kind: 'screen'; screen: Screen } | { kind: 'redirect'; to: string };

interface Match {
  row: RouteRow;
  params: RowParams;
}

/** Fixed words go before parameters: '/vacancies/add' is not a vacancy called "add". */
const freedom = (path: string): number =>
  path.split('/').reduce((sum, part) => sum + (part === '*' ? 100 : part.startsWith(':') ? 1 : 0), 0);

export function findRow(rows: readonly RouteRow[], path: string): Match | null {
  const matches = rows.flatMap((row) => {
    const match = matchPath({ path: row.path, end: true }, path);
    return match ? [{ row, params: match.params }] : [];
  });
  return matches.sort((one, other) => freedom(one.row.path) - freedom(other.row.path))[0] ?? null;
}

/** A page's file that is gone means a newer build: the whole page is then loaded, once. */
async function loadPage(row: RouteRow): Promise<ComponentType> {
  try {
    return (await row.load()).default;
  } catch (cause) {
    if (reloadPage()) return new Promise(() => {});
    throw cause;
  }
}

/** Throws what the error screen should show. */
export async function enter(rows: readonly RouteRow[], pathname: string, search: string): Promise<Arrival> {
  const { path } = splitPath(pathname);
  const match = findRow(rows, path);
  if (isSignedIn.peek()) {
    const session = loadSession();
    if (match && !match.row.public) await session;
  }
  const outcome = guard(match?.row ?? null, {
    path,
    search,
    params: match?.params ?? {},
    isSignedIn: isSignedIn.peek(),
    isSessionRefused: sessionStatus.peek() === 'refused',
    isHalfSignedIn: sessionStatus.peek() === 'half',
    wrongCenter: sessionStatus.peek() === 'elsewhere' ? normaliseError(wrongCenter.peek()) : null,
    redirectPath: centreMeta.peek().redirectPath,
  });
  if (outcome.kind === 'redirect') return outcome;
  if (outcome.kind === 'error') throw outcome.problem;
  const [Page] = await Promise.all([loadPage(outcome.row), loadWords(outcome.row.words ?? [])]);
  return { kind: 'screen', screen: { row: outcome.row, params: match?.params ?? {}, Page } };
}
