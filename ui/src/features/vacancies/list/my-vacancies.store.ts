// The own vacancies on the screen, and how many each saved filter holds.
import { refresh } from '../../../api/cache.ts';
import { keyOf, useLoaded, useResourceList } from '../../../api/hooks.ts';
import { countResource, send } from '../../../api/requests.ts';
import type { Operations } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { menu, selectedOrganizationId } from '../../../lib/session/session.ts';
import { filterOf, type ListState, type Preset, paramsOf, readState } from './my-vacancies-url.ts';

/** Whether the server offers the review of others' vacancies. */
export const mayReview = (): boolean => menu.value.includes('vacancies_review');

/** The key of the list's name: of all organisations, or of one's own. */
export const listTitle = (): 'list.title' | 'list.titleAll' => (mayReview() ? 'list.titleAll' : 'list.title');

export const useMyVacancies = (state: ListState) =>
  useResourceList('vacancies', paramsOf(state), { scope: selectedOrganizationId.value });

type Reason = Operations['DELETE /vacancies/{id}']['query'];

/** Deletes with the reason in the address: what is asked with a DELETE may lose its body on the way. */
export const removeVacancy = (
  id: string,
  query: { [N in keyof Reason]: Reason[N] | null },
): Promise<unknown> => send(STAFF_CALLS.removeVacancy, { id, query });

type Counts = Readonly<Partial<Record<Preset, number>>>;

const COUNTS = 'counts:vacancies:';

async function countOf(preset: Preset, signal: AbortSignal) {
  const state = readState(new URLSearchParams(preset === 'all' ? '' : `filter=${preset}`));
  const params = { filter: filterOf(state), sort: state.sort, fields: { vacancies: ['title'] } } as const;
  const count = await countResource('vacancies', params, { signal }).catch(() => null);
  return count === null ? [] : [[preset, count] as const];
}

/** A number that cannot be had is left out. */
export function usePresetCounts(presets: readonly Preset[]): Counts {
  const { data } = useLoaded(
    COUNTS + presets.join(),
    async (signal): Promise<Counts> =>
      Object.fromEntries((await Promise.all(presets.map((each) => countOf(each, signal)))).flat()),
    { keeps: true, scope: selectedOrganizationId.value },
  );
  return data ?? {};
}

export const reloadMyVacancies = (): Promise<void> => refresh(keyOf('/vacancies'), COUNTS);
