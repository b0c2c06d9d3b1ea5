// The websites of the other centres in the collaboration. Pure.
import type { VolunteerCenter } from '../../api/resources.ts';

export interface Site {
  name: string;
  host: string;
  href: string;
}

/** A centre without a host of its own cannot be gone to. */
export function otherSites(
  centres: readonly Pick<VolunteerCenter, 'id' | 'name' | 'host'>[],
  here: string | null,
  at: Pick<Location, 'protocol' | 'port' | 'hostname'>,
): Site[] {
  return centres.flatMap(({ id, name, host }) => {
    if (!host || id === here || host === at.hostname) return [];
    const port = at.port && !host.includes(':') ? `:${at.port}` : '';
    return [{ name, host, href: `${at.protocol}//${host}${port}/auth/login-1` }];
  });
}
