// The results of the search, and the counts behind the choices. The address of the page says what is asked.
import { signal } from '@preact/signals-react';
import { collection } from '../../api/collection.ts';
import { filterQuery, listQuery, type Search } from '../../lib/search-url.ts';
import { activityTypes, ageGroups, loadTaxonomy, tags } from '../../lib/taxonomies.ts';

export const results = collection('vacancies');
/** How many were on the screen last time: that many skeletons stand in for what comes. */
export const lastShown = signal(6);

let latest = 0;

export async function loadResults(search: Search): Promise<void> {
  await results.list(listQuery(search));
  if (results.items.peek().length > 0) lastShown.value = results.items.peek().length;
}

/** Counts that cannot be had are left out; the choices stay. */
export async function loadCounts(search: Search): Promise<void> {
  latest += 1;
  const mine = latest;
  const counts = collection('vacancies');
  try {
    await counts.loadFacets(filterQuery(search));
    if (mine === latest) facets.value = counts.facets.peek();
  } catch {
    if (mine === latest) facets.value = {};
  }
}

export const facets = signal<typeof results.facets.value>({});

export async function loadChoices(): Promise<void> {
  await Promise.all([activityTypes, tags, ageGroups].map(loadTaxonomy));
}
