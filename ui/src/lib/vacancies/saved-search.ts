// A search as it is saved: the query of the list that answers it, and back.
import { addressOf } from '../../api/client.ts';
import { queryOf } from '../../api/params.ts';
import { filterOf, readSearch, type Search } from './search-url.ts';

/** The names in the page's address of the filters of the list. */
const NAMES: Readonly<Record<string, string>> = {
  q: 'q',
  near: 'near',
  radius_km: 'radius',
  tags_in: 'tags',
  activity_type_ids_in: 'types',
  age_group_ids_in: 'age',
  vacancy_type_in: 'kind',
};

/** `filter[q]=taal&filter[tags_in]=once`, always in the same order. */
export function filtersOf(search: Search): string {
  const address = addressOf('/vacancies', queryOf<'vacancies'>({ filter: filterOf(search) }));
  return address.split('?')[1] ?? '';
}

export function searchOf(filters: string): Search {
  const asked = new URLSearchParams(filters);
  const params = new URLSearchParams();
  for (const [filter, name] of Object.entries(NAMES)) {
    const value = asked.get(`filter[${filter}]`);
    if (value !== null) params.set(name, value);
  }
  return readSearch(params);
}
