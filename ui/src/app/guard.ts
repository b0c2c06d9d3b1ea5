// Who comes where. Pure: everything it looks at is handed in.
import { Problem, pageNotFound } from '../lib/errors.ts';
import type { RouteRow, RowParams } from './route-row.ts';

export const SIGN_IN_PATH = '/auth/login-1';
export const SIGN_OUT_PATH = '/uitloggen';

export interface Visit {
  /** Without the language prefix. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  params: RowParams;
  isSignedIn: boolean;
  /** The current user or their organisations could not be loaded. */
  isSessionRefused: boolean;
  /** The one path this host shows, from the centre. */
  redirectPath: string | null;
}

export type Outcome =
  | { kind: 'page'; row: RouteRow }
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; problem: Problem };

const redirect = (to: string): Outcome => ({ kind: 'redirect', to });

export function guard(row: RouteRow | null, visit: Visit): Outcome {
  if (visit.redirectPath !== null && visit.path !== visit.redirectPath) return redirect(visit.redirectPath);
  if (row === null) return { kind: 'error', problem: pageNotFound(visit.path) };
  if (visit.isSignedIn && visit.isSessionRefused && visit.path !== SIGN_OUT_PATH)
    return redirect(SIGN_OUT_PATH);
  if (!visit.isSignedIn && !row.public) return redirect(signInPath(visit));
  const valid = row.validate?.(visit.params) ?? true;
  if (valid !== true)
    return { kind: 'error', problem: new Problem({ statusCode: 404, fatal: true, ...valid }) };
  return { kind: 'page', row };
}

function signInPath({ path, search }: Visit): string {
  const isWorthReturning = path !== '/' && path !== SIGN_OUT_PATH;
  return isWorthReturning ? `${SIGN_IN_PATH}?next=${encodeURIComponent(path + search)}` : SIGN_IN_PATH;
}
