// What a link of a mail about the newsletter is worth when the server refuses it. Pure.
import { ApiError } from '../../api/client.ts';
import { isRefusedBy } from '../../api/pool-calls.ts';

export type BrokenLink = 'missing' | 'expired' | 'unknown';

/** `failed` says nothing of the link: trying again may do. */
export function linkProblemOf(thrown: unknown): Exclude<BrokenLink, 'missing'> | 'failed' {
  if (!(thrown instanceof ApiError)) return 'failed';
  if (thrown.statusCode === 410 || isRefusedBy(thrown, 'expired')) return 'expired';
  return [400, 404, 422].includes(thrown.statusCode) ? 'unknown' : 'failed';
}

/** As the address has it; empty when the link lost its last part. */
export const tokenIn = (query: URLSearchParams): string => query.get('token')?.trim() ?? '';
