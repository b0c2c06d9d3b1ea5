// Who comes where. Pure: everything it looks at is handed in.
import { forbidden, Problem, pageNotFound } from '../../lib/feedback/errors.ts';
import { nextOf, SECOND_STEP_PATH, SIGN_IN_PATH, SIGN_OUT_PATH } from '../../lib/session/sign-in-path.ts';
import type { Feature, RouteRow, RowParams } from '../route-row.ts';

/** Says goodbye to who deleted their account, and so is signed in no more. */
const GOODBYE_PATH = '/profiel/verwijderd';

/** Addresses that people know, and where that is now. */
const MOVED: Readonly<Record<string, string>> = { '/contactformulier': '/forms/contact' };

/** Where one may be before the second step: to take it, to leave, and where a letter leads. */
const BEFORE_SECOND_STEP = [SECOND_STEP_PATH, SIGN_OUT_PATH, '/auth/reset', '/confirm', '/switch'];
/** Where one may be when the account belongs to another site. */
const ON_THE_WRONG_SITE = [SIGN_OUT_PATH, '/switch'];

export interface Visit {
  /** Without the language prefix. */
  path: string;
  /** With its question mark, or empty. */
  search: string;
  params: RowParams;
  isSignedIn: boolean;
  /** The current user or their organisations could not be loaded. */
  isSessionRefused: boolean;
  /** The password was right; the second step is still to come. */
  isHalfSignedIn: boolean;
  /** What says that this account belongs to another site. */
  wrongCenter: Problem | null;
  /** This browser's person deleted their account a moment ago. */
  hasJustLeft?: boolean;
  /** The one path this host shows, from the centre. */
  redirectPath: string | null;
  /** What the server says this person works with; null while it is not known. */
  menu?: readonly string[] | null;
  /** The parts of the product that are on here; none while they are not known. */
  features?: Readonly<Partial<Record<Feature, boolean>>> | undefined;
}

export type Outcome =
  | { kind: 'page'; row: RouteRow }
  | { kind: 'redirect'; to: string }
  | { kind: 'error'; problem: Problem };

const redirect = (to: string): Outcome => ({ kind: 'redirect', to });

export function guard(row: RouteRow | null, visit: Visit): Outcome {
  if (visit.redirectPath !== null && visit.path !== visit.redirectPath) return redirect(visit.redirectPath);
  const moved = MOVED[visit.path];
  if (moved) return redirect(moved);
  if (row === null || (row.feature && visit.features?.[row.feature] === false))
    return { kind: 'error', problem: pageNotFound(visit.path) };
  if (visit.isSignedIn && visit.isSessionRefused && visit.path !== SIGN_OUT_PATH)
    return redirect(SIGN_OUT_PATH + nextOf(visit.path, visit.search));
  if (!visit.isSignedIn && !row.public && !(visit.hasJustLeft && visit.path === GOODBYE_PATH))
    return redirect(SIGN_IN_PATH + nextOf(visit.path, visit.search));
  if (visit.isSignedIn && visit.isHalfSignedIn && !BEFORE_SECOND_STEP.includes(visit.path))
    return redirect(SECOND_STEP_PATH + nextOf(visit.path, visit.search));
  if (visit.isSignedIn && visit.wrongCenter && !ON_THE_WRONG_SITE.includes(visit.path))
    return { kind: 'error', problem: visit.wrongCenter };
  if (row.right && visit.menu && !visit.menu.includes(row.right))
    return { kind: 'error', problem: forbidden() };
  const valid = row.validate?.(visit.params) ?? true;
  if (valid !== true)
    return { kind: 'error', problem: new Problem({ statusCode: 404, fatal: true, ...valid }) };
  return { kind: 'page', row };
}
