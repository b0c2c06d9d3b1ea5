// The lists that a centre chooses from, in the reader's language. Each is asked for once.
import { computed } from '@preact/signals-react';
import { pinned, reload } from '../../api/cache.ts';
import { CALLS } from '../../api/calls.ts';
import { keyOf } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import type { Taxonomy } from '../../api/schema.d.ts';
import { language } from '../locale/language.ts';

const NONE: readonly Taxonomy[] = [];

export function listOf(kind: Taxonomy['kind']) {
  const entry = pinned(keyOf(`/taxonomies/${kind}`), (signal) => send(CALLS.terms, { id: kind, signal }));
  return {
    kind,
    items: computed(() => entry.data.value?.items ?? NONE),
    status: entry.status,
    load: () => reload(entry),
  };
}

export const activityTypes = listOf('activity_types');
export const tags = listOf('tags');
export const ageGroups = listOf('age_groups');
export const nonProfitTypes = listOf('non_profit_types');

export type TaxonomyList = typeof activityTypes;

export const nameOf = (term: Taxonomy): string => (language.value === 'nl' ? term.nameNl : term.nameEn);

/** What can be chosen: an archived term only where it is chosen already, by id or, for tags, by key. */
export function offeredTerms(list: TaxonomyList, chosen: unknown): readonly Taxonomy[] {
  const has = (term: Taxonomy): boolean =>
    Array.isArray(chosen) && chosen.includes(list === tags ? term.key : term.id);
  return list.items.value.filter((term) => !term.archived || has(term));
}

/** A list that is there or on its way is not asked again; one that failed is. */
export async function loadTaxonomy(list: TaxonomyList): Promise<void> {
  const status = list.status.peek();
  if (status !== 'success' && status !== 'pending') await list.load();
}

/** The term with this id, or with this key for tags. */
export function termOf(list: TaxonomyList, value: string): Taxonomy | undefined {
  return list.items.value.find((term) => (list === tags ? term.key === value : term.id === value));
}
