// The people of the pool for whom one looks, and the vacancies for which one does.
import { useCall, useResource, useResourceList } from '../../api/hooks.ts';
import { POOL_CALLS, type PoolProfile } from '../../api/pool-calls.ts';
import { send } from '../../api/requests.ts';
import type { Organization, Vacancy } from '../../api/schema.d.ts';
import {
  isForCentre,
  menuOfNow,
  organizations,
  selectedOrganization,
  selectedOrganizationId,
} from '../../lib/session/session.ts';
import { type PoolSearch, queryOfPool } from './pool-url.ts';

export interface PoolSide {
  /** For which one looks and writes; null for who works for the centre. */
  organization: Organization | null;
  /** One works for several and has chosen none. */
  isUndecided: boolean;
}

/** For whom one looks: the hat that is worn, or the only one there is. */
export function sideOfNow(): PoolSide {
  const [only, ...others] = organizations.value;
  const isOfCentre = isForCentre(menuOfNow.value);
  const organization =
    selectedOrganization.value ?? (!isOfCentre && others.length === 0 ? (only ?? null) : null);
  return { organization, isUndecided: organization === null && !isOfCentre };
}

export type Counts = Readonly<Record<'themes' | 'skills' | 'languages' | 'slots', Record<string, number>>>;

const NO_COUNTS: Counts = { themes: {}, skills: {}, languages: {}, slots: {} };

/** Null: nothing is asked. */
export function usePool(search: PoolSearch, { organization, isUndecided }: PoolSide) {
  const isWanted = !isUndecided && (organization === null || organization.status === 'approved');
  const query = queryOfPool(search, organization?.id ?? null);
  const { data, status, error, refresh } = useCall(POOL_CALLS.pool, isWanted ? { query } : null, {
    keeps: true,
    scope: selectedOrganizationId.value,
  });
  // The keys of the counts are data: as they came, not in camel case.
  const counts = data?.document.meta?.counts as Partial<Counts> | undefined;
  const { total = 0, pages = 1, messagesLeft = null, vacancy = null } = data?.meta ?? {};
  return {
    people: data?.items ?? [],
    total,
    pages,
    messagesLeft,
    vacancy,
    counts: { ...NO_COUNTS, ...counts },
    isThere: data !== undefined,
    isFailed: status === 'error',
    error,
    refresh,
  };
}

/** What is online: people are looked for for nothing else. */
export function useOwnVacancies(organizationId: string | null): readonly Vacancy[] {
  const { items } = useResourceList(
    'vacancies',
    {
      filter: {
        mineEq: true,
        statusEq: 'published',
        ...(organizationId === null ? {} : { organizationIdEq: organizationId }),
      },
      fields: { vacancies: ['title', 'organizationId'] },
      page: { size: 100 },
      sort: 'title',
    },
    { scope: selectedOrganizationId.value },
  );
  return items;
}

/** The vacancy that is chosen, with what it asks. */
export const useWantedVacancy = (id: string | null): Vacancy | null => useResource('vacancies', id).item;

/** Reading somebody's whole story counts as a look, which they are told of. */
export async function noteLook({ id }: PoolProfile, organizationId: string | null): Promise<void> {
  if (organizationId === null) return;
  try {
    await send(POOL_CALLS.poolProfile, { id, query: { 'filter[organization_id_eq]': organizationId } });
  } catch {
    // What was read is on the screen; a look that was not counted takes nothing from who reads.
  }
}
