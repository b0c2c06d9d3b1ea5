// What the reader may give to somebody: the server's list, as a form chooses from it. Pure.
import type { Role } from '../../../api/schema.d.ts';

export interface Grantable {
  role: string;
  scopeType: Role['scopeType'];
  /** Null: any organisation within the reader's reach, to be chosen. */
  scopeId: string | null;
  scopeName: string | null;
}

export function grantableIn(meta: Record<string, unknown>): Grantable[] {
  return Array.isArray(meta.grantable) ? (meta.grantable as Grantable[]) : [];
}

export interface RoleGroup {
  role: string;
  /** Where it can be given, without the open choice. */
  places: readonly Grantable[];
  /** Whether any organisation may be chosen besides. */
  isOpen: boolean;
  /** That organisation has to be a School. */
  isSchoolOnly: boolean;
}

/** One entry a role, in the order in which the server names them. */
export function groupsOf(grantable: readonly Grantable[]): RoleGroup[] {
  const roles = [...new Set(grantable.map(({ role }) => role))];
  return roles.map((role) => {
    const entries = grantable.filter((entry) => entry.role === role);
    return {
      role,
      places: entries.filter(({ scopeId }) => scopeId !== null),
      isOpen: entries.some(({ scopeId }) => scopeId === null),
      isSchoolOnly: entries.some(({ scopeId, scopeType }) => scopeId === null && scopeType === 'school'),
    };
  });
}

/** 'organization:12'; for the open choice 'organization:'. */
export const placeKey = ({ scopeType, scopeId }: Pick<Grantable, 'scopeType' | 'scopeId'>): string =>
  `${scopeType}:${scopeId ?? ''}`;

export const OPEN_PLACE = 'organization:';

export interface Chosen {
  role: string;
  scopeType: string;
  scopeId: string;
}

/** What is chosen in the form as the server wants it; null while it is not whole. */
export function chosenOf(
  grantable: readonly Grantable[],
  role: string,
  place: string,
  organizationId: string,
): Chosen | null {
  const group = groupsOf(grantable).find((each) => each.role === role);
  if (!group) return null;
  const only = group.places.length === 1 && !group.isOpen ? group.places[0] : undefined;
  const found = only ?? group.places.find((each) => placeKey(each) === place);
  if (found) return { role, scopeType: found.scopeType, scopeId: found.scopeId ?? '' };
  const isOpen = group.isOpen && (place === OPEN_PLACE || group.places.length === 0);
  return isOpen && organizationId !== ''
    ? { role, scopeType: 'organization', scopeId: organizationId }
    : null;
}
