// What stands in the side menu: the entries of the table of screens that this person has under the hat they wear.
import { features } from '../../lib/centre/centre.ts';
import type { MenuEntry, RouteRow, WorkGroup } from '../route-row.ts';
import { WORK_GROUPS } from '../route-row.ts';
import { ROUTES } from '../routes.ts';

export interface SideEntry {
  key: string;
  href: string;
}

export interface SideGroup {
  key: WorkGroup;
  entries: readonly SideEntry[];
}

export interface Worker {
  menu: readonly string[];
  organizationId: string | null;
  /** Works for an organisation now, though they also work for the centre. */
  isAtOrganization: boolean;
}

export function sideGroups(
  { menu, organizationId, isAtOrganization }: Worker,
  rows: readonly RouteRow[] = ROUTES,
): SideGroup[] {
  const mayHave = (entry: MenuEntry, path: string): boolean =>
    (entry.for === 'members' || menu.includes(entry.for ?? entry.key)) &&
    !(isAtOrganization && entry.ofCentre) &&
    !(path.includes(':id') && organizationId === null);
  const isOn = ({ feature }: RouteRow): boolean => feature === undefined || features.value[feature] === true;
  const found = rows.filter(isOn).flatMap(({ path, menu: entries = [] }) =>
    entries
      .filter((entry) => entry.group !== undefined && mayHave(entry, path))
      .map(({ key, group, query = '' }) => ({
        key,
        group,
        href: path.replace(':id', organizationId ?? '') + query,
      })),
  );
  return WORK_GROUPS.map((key) => ({
    key,
    entries: found.filter(({ group }) => group === key).map(({ key: name, href }) => ({ key: name, href })),
  })).filter(({ key, entries }) => key === 'today' || entries.length > 0);
}

/** The entry an address belongs to: the one whose list and filter it is, else the longest path it begins with. */
export function entryOf(groups: readonly SideGroup[], path: string, search: string): string | null {
  const asked = new URLSearchParams(search);
  const fitting = groups
    .flatMap(({ entries }) => entries)
    .filter(({ href }) => {
      const [bare = '', query = ''] = href.split('?');
      const isThere = path === bare || path.startsWith(`${bare}/`);
      return isThere && [...new URLSearchParams(query)].every(([name, value]) => asked.get(name) === value);
    });
  return fitting.sort((one, other) => other.href.length - one.href.length)[0]?.key ?? null;
}
