// The other centres in the collaboration and how one gets there. Pure.
import type { VolunteerCenter } from '../../api/schema.d.ts';

export interface Site {
  id: string;
  name: string;
  /** Null: it has none of its own, and is chosen on this one. */
  host: string | null;
  href: string;
}

const SIGN_IN = '/auth/login-1';

/** On a host that is one centre's own, no other centre can be chosen. */
export function otherSites(
  centres: readonly Pick<VolunteerCenter, 'id' | 'name' | 'host'>[],
  here: string | null,
  at: Pick<Location, 'protocol' | 'port' | 'hostname'>,
): Site[] {
  const isOwned = centres.some(({ host }) => host === at.hostname);
  return centres.flatMap(({ id, name, host }): Site[] => {
    if (id === here || host === at.hostname || (!host && isOwned)) return [];
    if (!host) return [{ id, name, host: null, href: SIGN_IN }];
    const port = at.port && !host.includes(':') ? `:${at.port}` : '';
    return [{ id, name, host, href: `${at.protocol}//${host}${port}${SIGN_IN}` }];
  });
}
