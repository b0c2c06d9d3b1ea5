// Lists whose choices are stored by their key: skills and languages, as the centre names, orders and offers them.
import { useEffect } from 'react';
import { listOf, loadTaxonomy, nameOf } from './taxonomies.ts';

export const skills = listOf('skills');
export const languages = listOf('languages');

type KeyedList = typeof skills;

export interface KeyedChoice {
  value: string;
  label: string;
}

/** The name at this centre; `word` while the list is not there, and for what is in it no more. */
export function keyedName(list: KeyedList, key: string, word: (key: string) => string): string {
  const term = list.items.value.find((each) => each.key === key);
  return term ? nameOf(term) : word(key);
}

/** What can be chosen: an archived choice only where it is chosen already. While the list is not there, `fixed`. */
export function useKeyedChoices(
  list: KeyedList,
  chosen: unknown,
  fixed: readonly string[],
  word: (key: string) => string,
): readonly KeyedChoice[] {
  useEffect(() => void loadTaxonomy(list), [list]);
  const has = Array.isArray(chosen) ? chosen.map(String) : [];
  const terms = list.items.value;
  const offered =
    terms.length > 0
      ? terms.filter(({ archived, key }) => !archived || has.includes(key)).map(({ key }) => key)
      : fixed;
  const others = has.filter((key) => !offered.includes(key));
  return [...offered, ...others].map((value) => ({ value, label: keyedName(list, value, word) }));
}
