// What is looked for in the volunteer pool, as its address says it. Pure.
import type { PoolQuery } from '../../api/pool-calls.ts';
import { DAYS, PARTS } from '../../lib/matching/match.ts';

export const POOL_PATH = '/vrijwilligerspool';
export const PAGE_SIZE = 20;
export const MAX_RADIUS_KM = 25;
export const MIN_RADIUS_KM = 2;
export const DEFAULT_RADIUS_KM = 10;

export const SORTS = ['match', 'distance', 'confirmed'] as const;
export type PoolSort = (typeof SORTS)[number];

const FREQUENCIES = ['once', 'regularly', 'flexible'];
const SLOTS = DAYS.flatMap((day) => PARTS.map((part) => `${day}_${part}`));

export interface PoolSearch {
  /** The vacancy for which somebody is looked for. */
  vacancy: string | null;
  times: readonly string[];
  themes: readonly string[];
  skills: readonly string[];
  languages: readonly string[];
  frequency: readonly string[];
  near: string;
  radius: number;
  /** None: as the server orders by itself. */
  sort: PoolSort | null;
  page: number;
}

export const LISTS = ['times', 'themes', 'skills', 'languages', 'frequency'] as const;
export type ListName = (typeof LISTS)[number];

/** As the address names them. */
const NAMES: Readonly<Record<ListName, string>> = {
  times: 'wanneer',
  themes: 'thema',
  skills: 'kan',
  languages: 'taal',
  frequency: 'vaak',
};

const listOf = (text: string | null): string[] => [
  ...new Set((text ?? '').split(',').filter((each) => /^[\w-]+$/.test(each))),
];

const whole = (text: string | null, least: number, most: number): number | null =>
  text === null || !/^\d{1,6}$/.test(text) ? null : Math.min(most, Math.max(least, Number(text)));

/** What cannot be read is left out: an old or broken link still finds people. */
export function readPool(query: URLSearchParams): PoolSearch {
  const vacancy = query.get('vacature');
  const near = query.get('bij')?.trim() ?? '';
  const isVacancy = vacancy !== null && /^\d+$/.test(vacancy);
  const sort = SORTS.find((each) => each === query.get('sorteer')) ?? null;
  const canSort = (sort !== 'match' || isVacancy) && (sort !== 'distance' || isVacancy || near !== '');
  return {
    vacancy: isVacancy ? vacancy : null,
    times: listOf(query.get(NAMES.times)).filter((slot) => SLOTS.includes(slot)),
    themes: listOf(query.get(NAMES.themes)),
    skills: listOf(query.get(NAMES.skills)),
    languages: listOf(query.get(NAMES.languages)),
    frequency: listOf(query.get(NAMES.frequency)).filter((each) => FREQUENCIES.includes(each)),
    near,
    radius: whole(query.get('km'), MIN_RADIUS_KM, 100) ?? DEFAULT_RADIUS_KM,
    sort: canSort ? sort : null,
    page: whole(query.get('pagina'), 1, 100_000) ?? 1,
  };
}

/** Only what is chosen, in a fixed order. */
export function poolPath(search: PoolSearch): string {
  const parts: [string, string][] = [
    ['vacature', search.vacancy ?? ''],
    ...LISTS.map((name): [string, string] => [NAMES[name], search[name].join(',')]),
    ['bij', search.near],
    ['km', search.near === '' || search.radius === DEFAULT_RADIUS_KM ? '' : String(search.radius)],
    ['sorteer', search.sort ?? ''],
    ['pagina', search.page > 1 ? String(search.page) : ''],
  ];
  const query = parts
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`)
    .join('&');
  return query === '' ? POOL_PATH : `${POOL_PATH}?${query}`;
}

/** Another choice begins at the first page. */
export const changed = (search: PoolSearch, change: Partial<PoolSearch>): PoolSearch => ({
  ...search,
  page: 1,
  ...change,
});

export function toggled(search: PoolSearch, name: ListName, value: string): PoolSearch {
  const chosen = search[name];
  const next = chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value];
  return changed(search, { [name]: next });
}

/** The vacancy and the order stay. */
export const cleared = (search: PoolSearch): PoolSearch =>
  changed(search, {
    times: [],
    themes: [],
    skills: [],
    languages: [],
    frequency: [],
    near: '',
    radius: DEFAULT_RADIUS_KM,
    sort: search.sort === 'distance' && search.vacancy === null ? null : search.sort,
  });

export const sortOf = ({ sort, vacancy }: PoolSearch): PoolSort =>
  sort ?? (vacancy === null ? 'confirmed' : 'match');

/** The orders that can be chosen. */
export const sortsFor = ({ vacancy, near }: PoolSearch): readonly PoolSort[] =>
  SORTS.filter((sort) =>
    sort === 'match' ? vacancy !== null : sort !== 'distance' || vacancy !== null || near !== '',
  );

const WIRE_SORT = { match: 'match', distance: 'distance', confirmed: '-confirmed' } as const;

export function queryOfPool(search: PoolSearch, organizationId: string | null): PoolQuery {
  const lists = {
    'filter[available_on]': search.times.join(','),
    'filter[themes_in]': search.themes.join(','),
    'filter[skills_in]': search.skills.join(','),
    'filter[languages_in]': search.languages.join(','),
    'filter[frequency_in]': search.frequency.join(','),
    'filter[near]': search.near,
  };
  return {
    ...(organizationId === null ? {} : { 'filter[organization_id_eq]': organizationId }),
    ...(search.vacancy === null ? {} : { 'filter[match_vacancy_id]': search.vacancy }),
    ...Object.fromEntries(Object.entries(lists).filter(([, value]) => value !== '')),
    ...(search.near === '' ? {} : { 'filter[radius_km]': search.radius }),
    ...(search.sort === null ? {} : { sort: WIRE_SORT[search.sort] }),
    ...(search.page > 1 ? { 'page[number]': search.page } : {}),
    'page[size]': PAGE_SIZE,
  };
}

export const isNarrowed = (search: PoolSearch): boolean =>
  search.near !== '' || LISTS.some((name) => search[name].length > 0);
