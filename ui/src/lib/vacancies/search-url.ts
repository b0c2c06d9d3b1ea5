// What is searched for: from the page's address and back, and the address of the list that answers it.
// The server reads the same names and builds the same list address (see first data): keep the two alike.
import type { VacancyType } from '../../api/choices.ts';
import type { FilterOf, ListParams, SortOf } from '../../api/params.ts';

export type SearchSort = 'newest' | 'relevance' | 'distance';
export type SearchView = 'list' | 'map';

/** Choices of the filters. `part` holds parts of the day: any of them; `also` what a vacancy allows: all of them. */
type Lists = Readonly<Record<ListName, readonly string[]>>;

export interface Search extends Lists {
  q: string;
  /** Words of it that are to be looked for as they are, though they say when or where. */
  words: readonly string[];
  near: string;
  radius: number | null;
  /** Null: what fits the question best. */
  sort: SearchSort | null;
  page: number;
  size: number;
  view: SearchView;
}

export const SEARCH_PATH = '/vacancies/search';
export const DEFAULT_RADIUS_KM = 10;
export const MAX_RADIUS_KM = 50;
export const DEFAULT_SIZE = 20;
export const PAGE_SIZES: readonly number[] = [20, 50, 100];

export const LIST_NAMES = ['tags', 'types', 'age', 'kind', 'part', 'language', 'also'] as const;
export type ListName = (typeof LIST_NAMES)[number];

export const KINDS: readonly string[] = [
  'volunteering',
  'p2p',
  'one-on-one',
  'neighbour-help',
  'activity',
  'language',
];

export const PARTS: readonly string[] = ['morning', 'afternoon', 'evening', 'weekend'];
export const TRAITS: readonly string[] = ['online', 'accessible', 'group'];

const FIXED: Partial<Lists> = { kind: KINDS, part: PARTS, also: TRAITS };

const listsOf = (valuesOf: (name: ListName) => readonly string[]): Lists =>
  Object.fromEntries(LIST_NAMES.map((name) => [name, valuesOf(name)])) as unknown as Lists;
const NO_CHOICE = listsOf(() => []);

const SORTS: readonly SearchSort[] = ['newest', 'relevance', 'distance'];

export const EVERYTHING: Search = {
  q: '',
  words: [],
  near: '',
  radius: null,
  ...NO_CHOICE,
  sort: null,
  page: 1,
  size: DEFAULT_SIZE,
  view: 'list',
};

const listOf = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').flatMap((part) => (part.trim() === '' ? [] : [part.trim()]))),
];

function wholeNumber(text: string | null, least: number, most: number): number | null {
  if (text === null || !/^\d+$/.test(text)) return null;
  return Math.min(most, Math.max(least, Number(text)));
}

/** What cannot be read is left out: an old or broken link still finds something. */
export function readSearch(search: string | URLSearchParams): Search {
  const params = new URLSearchParams(search);
  const near = params.get('near')?.trim() ?? '';
  const q = params.get('q')?.trim() ?? '';
  const sort = SORTS.find((each) => each === params.get('sort')) ?? null;
  const size = wholeNumber(params.get('size'), 1, 100) ?? DEFAULT_SIZE;
  return {
    q,
    words: q === '' ? [] : listOf(params.get('words')),
    near,
    radius: near === '' ? null : (wholeNumber(params.get('radius'), 1, MAX_RADIUS_KM) ?? DEFAULT_RADIUS_KM),
    ...listsOf((name) => listOf(params.get(name)).filter((value) => FIXED[name]?.includes(value) ?? true)),
    sort: canSort(sort, { q, near }) ? sort : null,
    page: wholeNumber(params.get('page'), 1, 100_000) ?? 1,
    size: PAGE_SIZES.includes(size) ? size : DEFAULT_SIZE,
    view: params.get('view') === 'map' ? 'map' : 'list',
  };
}

function canSort(sort: SearchSort | null, { q, near }: Pick<Search, 'q' | 'near'>): boolean {
  if (sort === 'relevance') return q !== '';
  return sort !== 'distance' || near !== '';
}

/** The page's address: only what is said, in a fixed order. */
export function searchPath(given: Partial<Search>): string {
  const search = { ...EVERYTHING, ...given };
  const parts: [string, string][] = [];
  const add = (name: string, value: string): void => {
    if (value !== '') parts.push([name, value]);
  };
  add('q', search.q);
  add('words', search.words.join(','));
  add('near', search.near);
  if (search.near !== '' && search.radius !== null && search.radius !== DEFAULT_RADIUS_KM)
    add('radius', String(search.radius));
  for (const name of LIST_NAMES) add(name, search[name].join(','));
  add('sort', search.sort ?? '');
  if (search.view === 'map') add('view', 'map');
  if (search.size !== DEFAULT_SIZE) add('size', String(search.size));
  if (search.page > 1) add('page', String(search.page));
  const query = parts
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
  return query === '' ? SEARCH_PATH : `${SEARCH_PATH}?${query}`;
}

/** The order in which results come when nobody chose one. */
export function sortOf({ sort, q, near }: Pick<Search, 'sort' | 'q' | 'near'>): SearchSort {
  if (sort) return sort;
  if (q !== '') return 'relevance';
  return near === '' ? 'newest' : 'distance';
}

const WIRE_SORT: Readonly<Record<SearchSort, SortOf<'vacancies'>>> = {
  newest: '-published_at',
  relevance: 'relevance',
  distance: 'distance',
};

/** Only what narrows the list; the counts of the filters are asked with this alone. */
export function filterOf(search: Search): FilterOf<'vacancies'> {
  return {
    q: search.q,
    asWords: search.words.join(','),
    near: search.near,
    radiusKm: search.near === '' ? null : String(search.radius ?? DEFAULT_RADIUS_KM),
    tagsIn: search.tags,
    activityTypeIdsIn: search.types,
    ageGroupIdsIn: search.age,
    vacancyTypeIn: search.kind as readonly VacancyType[],
    dayPartsIn: search.part,
    languagesIn: search.language,
    traitsAll: search.also.join(','),
  };
}

export function paramsOf(search: Search): ListParams<'vacancies'> {
  return {
    filter: filterOf(search),
    include: 'organization',
    page: { number: search.page, size: search.size },
    sort: WIRE_SORT[sortOf(search)],
  };
}

/** Another choice starts at the first page again. */
export const changed = (search: Search, change: Partial<Search>): Search => ({
  ...search,
  page: 1,
  ...change,
});

export function toggled(search: Search, name: ListName, value: string): Search {
  const chosen = search[name];
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return changed(search, { [name]: next });
}

/** Words, place and order stay; every choice of the filters goes. */
export const cleared = (search: Search): Search =>
  changed(search, {
    radius: search.near === '' ? null : DEFAULT_RADIUS_KM,
    ...NO_CHOICE,
  });
