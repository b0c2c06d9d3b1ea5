// Checks of others: reading them.

import { keyOf, useLoaded, useResourceList } from '../../api/hooks.ts';
import { countResource } from '../../api/requests.ts';
import { worksFor } from '../../lib/checks/check-changes.ts';
import { isForCentre, menuOfNow, selectedOrganizationId } from '../../lib/session/session.ts';
import { type ChecksState, EVERYTHING, paramsOf, VIEWS, type View } from './checks-url.ts';

const PATH = '/checks';
/** More than this is no list to choose from. */
const CHOICES_AT_MOST = 100;

export const useChecks = (state: ChecksState) =>
  useResourceList('checks', paramsOf(state, worksFor()), { scope: selectedOrganizationId.value });

export type ViewCounts = Readonly<Partial<Record<View, number>>>;

const NO_COUNTS: ViewCounts = {};

/** How much each view holds. A number that cannot be had is left out. */
export function useViewCounts(organizationId: string): ViewCounts {
  const of = worksFor();
  const load = async (signal: AbortSignal): Promise<ViewCounts> => {
    const found = await Promise.all(
      VIEWS.map(async (view) => {
        const params = paramsOf({ ...EVERYTHING, view, organizationId }, of);
        const count = await countResource(
          'checks',
          { ...params, fields: { checks: ['state'] } },
          { signal },
        ).catch(() => null);
        return count === null ? [] : [[view, count] as const];
      }),
    );
    return Object.fromEntries(found.flat());
  };
  // Begins as the address of the lists, so that it follows a change with them.
  return (
    useLoaded(`${keyOf(PATH)}#counts:${organizationId}`, load, {
      keeps: true,
      scope: selectedOrganizationId.value,
    }).data ?? NO_COUNTS
  );
}

/** Those of the centre; none where they are too many to choose from, or where one works for one of them. */
export function useOrganizationChoices(): readonly { value: string; label: string }[] {
  const isOfCentre = worksFor() === null && isForCentre(menuOfNow.value);
  const { items, total } = useResourceList(
    'organizations',
    isOfCentre
      ? {
          fields: { organizations: ['name'] },
          filter: { statusEq: 'approved' },
          page: { size: CHOICES_AT_MOST },
          sort: 'name',
        }
      : null,
  );
  return total > CHOICES_AT_MOST ? [] : items.map(({ id, name }) => ({ value: id, label: name }));
}
