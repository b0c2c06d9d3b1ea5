// What went wrong at signing in, and what helps. Pure.
import { ApiError } from '../../api/client.ts';
import { safeHref } from '../../lib/navigation.ts';

export interface SignInProblem {
  /** In auth.json: 'signIn.problem.…'. */
  name:
    | 'invalid_credentials'
    | 'unconfirmed'
    | 'account_inactive'
    | 'wrong_center'
    | 'rate_limited'
    | 'offline'
    | 'failed';
  /** The site where this account belongs. */
  href: string | null;
}

const NAMED = [
  'unconfirmed',
  'account_inactive',
  'wrong_center',
  'rate_limited',
  'invalid_credentials',
] as const;

export function signInProblem(thrown: unknown): SignInProblem {
  if (!(thrown instanceof ApiError)) return { name: 'failed', href: null };
  if (thrown.isOffline) return { name: 'offline', href: null };
  const name =
    NAMED.find((code) => thrown.hasCode(code)) ??
    (thrown.message === 'wrong center'
      ? 'wrong_center'
      : thrown.statusCode === 401
        ? 'invalid_credentials'
        : 'failed');
  const url = thrown.errors.map((error) => error.meta?.url).find((each) => typeof each === 'string');
  return { name, href: name === 'wrong_center' ? siteHref(url as string | undefined) : null };
}

/** A host alone is an address as well. */
function siteHref(url: string | undefined): string | null {
  if (!url) return null;
  const whole = /^[a-z]+:/i.test(url) ? url : `https://${url}`;
  const href = safeHref(whole);
  return href?.startsWith('http') ? href : null;
}
