// The results of the search, and the counts behind the choices. The address of the page says what is asked.
import { signal } from '@preact/signals-react';
import { CALLS } from '../../../api/calls.ts';
import { useCall, useResourceList } from '../../../api/hooks.ts';
import { queryOf } from '../../../api/params.ts';
import type { Understood } from '../../../api/search-answers.ts';
import { activityTypes, ageGroups, loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import { filterOf, paramsOf, type Search } from '../../../lib/vacancies/search-url.ts';

/** How many were on the screen last time: that many skeletons stand in for what comes. */
export const lastShown = signal(6);

export const useResults = (search: Search) => useResourceList('vacancies', paramsOf(search));

export type Facets = Readonly<Record<string, Readonly<Record<string, number>>>>;

/** How the words were read; null without words. */
export function useReading(search: Search): Understood | null {
  const query = queryOf<'vacancies'>({ filter: filterOf(search) });
  const { data } = useCall(CALLS.facets, { query }, { keeps: true });
  return search.q === '' ? null : (data?.meta.reading ?? null);
}

const NONE: Facets = {};

/** Counts that cannot be had are left out; the choices stay. */
export function useFacets(search: Search): Facets {
  const query = queryOf<'vacancies'>({ filter: filterOf(search) });
  const { data, status } = useCall(CALLS.facets, { query }, { keeps: true });
  return (status === 'error' ? undefined : data?.meta.facets) ?? NONE;
}

export async function loadChoices(): Promise<void> {
  await Promise.all([activityTypes, tags, ageGroups].map(loadTaxonomy));
}
