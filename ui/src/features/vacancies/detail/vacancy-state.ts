// Whether one can still apply, and who can. Pure.
import type { Application, Vacancy } from '../../../api/schema.d.ts';

export type Closed = 'filled' | 'expired' | 'archived' | 'draft' | 'full';

/** Why one cannot apply; null: one can. */
export function closedBecause(
  { status, expiresAt, spotsLeft }: Pick<Vacancy, 'status' | 'expiresAt' | 'spotsLeft'>,
  now: Date = new Date(),
): Closed | null {
  if (status === 'filled' || status === 'expired' || status === 'archived' || status === 'draft')
    return status;
  if (status === 'deleted') return 'archived';
  if (expiresAt !== null && new Date(expiresAt) <= now) return 'expired';
  return spotsLeft === 0 ? 'full' : null;
}

export type Barred = 'rejected' | 'rejected_by_mentor' | 'withdrawn_again';

/** Why somebody with these earlier applications to an open vacancy cannot apply again; null: they can. */
export function barredBy(
  earlier: readonly Pick<Application, 'id' | 'stage' | 'closedBy' | 'transitions'>[],
): { because: Barred; id: string } | null {
  const rejected = earlier.find(({ stage }) => stage === 'rejected');
  if (rejected) {
    const because =
      `rejected_by_${rejected.closedBy}` === 'rejected_by_mentor' ? 'rejected_by_mentor' : 'rejected';
    return { because, id: rejected.id };
  }
  const [withdrawn] = earlier.filter(({ stage }) => stage === 'withdrawn');
  if (!withdrawn || withdrawn.transitions.includes('reapply')) return null;
  return { because: 'withdrawn_again', id: withdrawn.id };
}

const HOSTS = [
  'youtube.com',
  'www.youtube.com',
  'm.youtube.com',
  'youtube-nocookie.com',
  'www.youtube-nocookie.com',
];
const ID = /^[\w-]{6,20}$/;

/** The id of a film on YouTube, from any of its addresses; null for anything else. */
export function youtubeId(address: string | null | undefined): string | null {
  if (!address || !URL.canParse(address)) return null;
  const { hostname, pathname, searchParams } = new URL(address);
  const [, first = '', second = ''] = pathname.split('/');
  const id =
    hostname === 'youtu.be'
      ? first
      : !HOSTS.includes(hostname)
        ? ''
        : first === 'watch'
          ? (searchParams.get('v') ?? '')
          : ['embed', 'shorts', 'live'].includes(first)
            ? second
            : '';
  return ID.test(id) ? id : null;
}

/** An offer is typed as lines or as a few sentences: lines become a list. */
export function linesOf(text: string | null): readonly string[] {
  return (text ?? '')
    .split(/\r?\n/)
    .map((line) => line.replace(/^\s*[-*•]\s*/, '').trim())
    .filter((line) => line !== '');
}
