// What one can choose in the filters, with counts, and what is chosen now. Reads signals, asks nothing.

import type { TFunction } from 'i18next';
import type { Taxonomy } from '../../../api/schema.d.ts';
import type { Understood } from '../../../api/search-answers.ts';
import { activityTypes, ageGroups, nameOf, tags, termOf } from '../../../lib/centre/taxonomies.ts';
import { language } from '../../../lib/locale/language.ts';
import { serverWords } from '../../../lib/locale/server-words.ts';
import { formatNumber } from '../../../lib/locale/time.ts';
import {
  changed,
  DEFAULT_RADIUS_KM,
  KINDS,
  LIST_NAMES,
  type ListName,
  PARTS,
  type Search,
  TRAITS,
  toggled,
} from '../../../lib/vacancies/search-url.ts';
import type { Facets } from './search.store.ts';

export interface Choice {
  name: ListName;
  value: string;
  label: string;
  count: number | undefined;
  isChosen: boolean;
}

/** Tags that say when; the others say whom it suits. */
const WHEN = ['once', 'regularly', 'flexible', 'multipleDates', 'multi_day'];
/** Tags that the parts of the day count as well: chosen there. */
const IN_PARTS = ['weekend', 'evenings'];

const FACET: Readonly<Record<ListName, string>> = {
  tags: 'tags',
  types: 'activity_type_ids',
  age: 'age_group_ids',
  kind: 'vacancy_type',
  part: 'day_parts',
  language: 'languages',
  also: 'traits',
};

/** The name of a language in the reader's own: "Engels". */
const languageName = (code: string): string =>
  (/^[a-z]{2}$/.test(code) && new Intl.DisplayNames([language.value], { type: 'language' }).of(code)) || code;

/** Once the counts are there a choice that is not among them has none. */
function countOf(facets: Facets, name: ListName, value: string): number | undefined {
  const counts = facets[FACET[name]];
  return counts === undefined ? undefined : (counts[value] ?? 0);
}

function choicesOf(
  terms: readonly Taxonomy[],
  name: 'tags' | 'types' | 'age',
  search: Search,
  facets: Facets,
): readonly Choice[] {
  return terms.flatMap((term) => {
    const value = name === 'tags' ? term.key : term.id;
    const isChosen = search[name].includes(value);
    const count = countOf(facets, name, value);
    // Nobody can choose an archived term any more; what has it can still be found.
    return term.archived && !isChosen && !count ? [] : { name, value, label: nameOf(term), count, isChosen };
  });
}

export interface Choices {
  when: readonly Choice[];
  fits: readonly Choice[];
  types: readonly Choice[];
  age: readonly Choice[];
  kind: readonly Choice[];
  language: readonly Choice[];
}

export function choicesFor(t: TFunction<'vacancies-public'>, search: Search, facets: Facets): Choices {
  const all = tags.items.value.filter(({ key }) => !IN_PARTS.includes(key));
  const choice = (name: ListName, value: string): Choice => ({
    name,
    value,
    label: labelOf(t, name, value),
    count: countOf(facets, name, value),
    isChosen: search[name].includes(value),
  });
  const inWhen = (term: Taxonomy): boolean => WHEN.includes(term.key);
  const order = (term: Taxonomy): number => WHEN.indexOf(term.key);
  const when = all.filter(inWhen).sort((one, other) => order(one) - order(other));
  const kinds = KINDS.map((value) => choice('kind', value));
  const offered = kinds.filter((kind) => kind.isChosen || (kind.count ?? 0) > 0);
  // A choice between one is none.
  const several = (choices: readonly Choice[]): readonly Choice[] =>
    choices.length > 1 || choices.some(({ isChosen }) => isChosen) ? choices : [];
  const languages = [...new Set([...Object.keys(facets.languages ?? {}), ...search.language])].map((code) =>
    choice('language', code),
  );
  return {
    when: [...PARTS.map((part) => choice('part', part)), ...choicesOf(when, 'tags', search, facets)],
    fits: [
      ...choicesOf(
        all.filter((term) => !inWhen(term)),
        'tags',
        search,
        facets,
      ),
      ...TRAITS.map((trait) => choice('also', trait)),
    ],
    types: choicesOf(activityTypes.items.value, 'types', search, facets),
    age: choicesOf(ageGroups.items.value, 'age', search, facets),
    kind: several(offered),
    language: several(languages),
  };
}

export interface ChosenFilter {
  key: string;
  label: string;
  /** The search without it. */
  without: Search;
}

function labelOf(t: TFunction<'vacancies-public'>, name: ListName, value: string): string {
  if (name === 'kind' || name === 'part' || name === 'also')
    return serverWords(t)(`${name === 'kind' ? 'components:kind' : `filters.${name}`}.${value}`);
  if (name === 'language') return languageName(value);
  const term = termOf(name === 'tags' ? tags : name === 'types' ? activityTypes : ageGroups, value);
  return term ? nameOf(term) : value;
}

/** Words that say when or where; without the filter they are words again. */
const readFilters = (search: Search, reading: Understood | null): ChosenFilter[] =>
  (reading?.understood ?? []).map(({ words, label }) => ({
    key: `words:${words}`,
    label,
    without: changed(search, { words: [...search.words, words] }),
  }));

/** In the order of the panel: the distance first when it is not the usual one, and what was read in the words last. */
export function chosenFilters(
  t: TFunction<'vacancies-public'>,
  search: Search,
  reading: Understood | null = null,
): ChosenFilter[] {
  const distance: ChosenFilter[] =
    search.near !== '' && search.radius !== null && search.radius !== DEFAULT_RADIUS_KM
      ? [
          {
            key: 'radius',
            label: t('filters.distance_chip', { km: formatNumber(search.radius) }),
            without: changed(search, { radius: DEFAULT_RADIUS_KM }),
          },
        ]
      : [];
  const lists = LIST_NAMES.flatMap((name) =>
    search[name].map((value) => ({
      key: `${name}:${value}`,
      label: labelOf(t, name, value),
      without: toggled(search, name, value),
    })),
  );
  return [...distance, ...lists, ...readFilters(search, reading)];
}
