// The lists that a centre chooses from, in the reader's language. Each is asked for once.
import { collection } from '../api/collection.ts';
import type { Taxonomy } from '../api/resources.ts';
import { language } from './language.ts';

export const activityTypes = collection('taxonomies/activity_types');
export const tags = collection('taxonomies/tags');
export const ageGroups = collection('taxonomies/age_groups');

type TaxonomyList = typeof activityTypes;

export const nameOf = (term: Taxonomy): string => (language.value === 'nl' ? term.nameNl : term.nameEn);

/** A list that is there or on its way is not asked again; one that failed is. */
export async function loadTaxonomy(list: TaxonomyList): Promise<void> {
  const status = list.status.peek();
  if (status !== 'success' && status !== 'pending') await list.list();
}

/** The term with this id, or with this key for tags. */
export function termOf(list: TaxonomyList, value: string): Taxonomy | undefined {
  return list.items.value.find((term) => (list === tags ? term.key === value : term.id === value));
}
