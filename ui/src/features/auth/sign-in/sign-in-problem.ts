// What went wrong at signing in, and what helps. Pure.
import { ApiError } from '../../../api/client.ts';
import { rightSite } from '../../../lib/feedback/error-texts.ts';

export interface SignInProblem {
  /** In auth.json: 'signIn.problem.…'. */
  name:
    | 'invalid_credentials'
    | 'unconfirmed'
    | 'account_inactive'
    | 'account_asleep'
    | 'account_closed'
    | 'wrong_center'
    | 'rate_limited'
    | 'offline'
    | 'failed';
  /** The centre where this account belongs, and where one signs in there. */
  center: string | null;
  href: string | null;
  /** How long to wait, when there were too many tries. */
  minutes: number;
  /** Until when who closed their account can come back. */
  until: string | null;
}

const WAIT_MINUTES = 10;

const NAMED = [
  'unconfirmed',
  'account_inactive',
  'wrong_center',
  'rate_limited',
  'invalid_credentials',
] as const;

export function signInProblem(thrown: unknown): SignInProblem {
  const plain = (name: SignInProblem['name']): SignInProblem => ({
    name,
    center: null,
    href: null,
    minutes: 0,
    until: null,
  });
  if (!(thrown instanceof ApiError)) return plain('failed');
  if (thrown.isOffline) return plain('offline');
  const name =
    NAMED.find((code) => thrown.hasCode(code)) ??
    (thrown.message === 'wrong center'
      ? 'wrong_center'
      : thrown.statusCode === 401
        ? 'invalid_credentials'
        : 'failed');
  if (name === 'wrong_center') {
    const { name: center, href } = rightSite(thrown.errors);
    return { ...plain(name), center, href };
  }
  if (name === 'account_inactive') return inactive(thrown, plain(name));
  return name === 'rate_limited' ? { ...plain(name), minutes: minutesToWait(thrown) } : plain(name);
}

/** The owner of a closed account has an email with a restore link; a new password reactivates a suspended one. */
function inactive(error: ApiError, problem: SignInProblem): SignInProblem {
  const meta = error.errors.find((each) => each.code === 'account_inactive')?.meta;
  const until = meta?.restore_until;
  if (typeof until === 'string') return { ...problem, name: 'account_closed', until };
  return meta?.status === 'inactive' ? { ...problem, name: 'account_asleep' } : problem;
}

function minutesToWait(error: ApiError): number {
  const said = error.errors.map((each) => Number(each.meta?.retry_after)).find((each) => each > 0);
  const seconds = said ?? Number(error.headers.get('Retry-After'));
  return seconds > 0 ? Math.ceil(seconds / 60) : WAIT_MINUTES;
}
