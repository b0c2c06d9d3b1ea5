// What is looked for on the social map: from the page's address and back, and the list that answers it. The server reads
// the same names and builds the same list address (src/web/social_map.rs): keep the two alike.
import type { FilterOf, ListParams } from '../../api/params.ts';

export const SOCIAL_MAP_PATH = '/sociale-kaart';
export const RADII: readonly number[] = [5, 15, 25, 50];
const DEFAULT_RADIUS_KM = 15;
const LISTS = ['types', 'activities', 'audiences', 'languages'] as const;
export type ListName = (typeof LISTS)[number];

export interface SocialMapSearch {
  q: string;
  near: string;
  radius: number;
  types: readonly string[];
  activities: readonly string[];
  audiences: readonly string[];
  languages: readonly string[];
  wheelchair: boolean;
  sort: 'name' | 'distance';
  page: number;
}

/** Boxes of a plain form are parameters of their own, a link has them between commas. */
const listOf = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => text.split(',')).filter((part) => /^\w+$/.test(part))),
];

export function readSearch(address: string): SocialMapSearch {
  const params = new URLSearchParams(address);
  const near = params.get('near')?.trim() ?? '';
  const radius = Number(params.get('radius'));
  const page = Number(params.get('page'));
  return {
    q: params.get('q')?.trim() ?? '',
    near,
    radius: RADII.includes(radius) ? radius : DEFAULT_RADIUS_KM,
    types: listOf(params.getAll('types')),
    activities: listOf(params.getAll('activities')),
    audiences: listOf(params.getAll('audiences')),
    languages: listOf(params.getAll('languages')),
    wheelchair: params.get('wheelchair') === '1',
    sort: near === '' || params.get('sort') === 'name' ? 'name' : 'distance',
    page: Number.isInteger(page) && page > 1 ? Math.min(page, 500) : 1,
  };
}

export function pathOf(search: SocialMapSearch): string {
  const parts: [string, string][] = [
    ['q', search.q],
    ['near', search.near],
    ['radius', search.near !== '' && search.radius !== DEFAULT_RADIUS_KM ? String(search.radius) : ''],
    ...LISTS.map((name): [string, string] => [name, search[name].join(',')]),
    ['wheelchair', search.wheelchair ? '1' : ''],
    ['sort', search.near !== '' && search.sort === 'name' ? 'name' : ''],
    ['page', search.page > 1 ? String(search.page) : ''],
  ];
  const query = parts
    .flatMap(([name, value]) =>
      value === '' ? [] : [`${name}=${encodeURIComponent(value).replaceAll('%2C', ',')}`],
    )
    .join('&');
  return query === '' ? SOCIAL_MAP_PATH : `${SOCIAL_MAP_PATH}?${query}`;
}

/** Another question begins at its first page. */
export const changed = (search: SocialMapSearch, change: Partial<SocialMapSearch>): SocialMapSearch => ({
  ...search,
  page: 1,
  ...change,
});

export const isNarrowed = (search: SocialMapSearch): boolean =>
  search.q !== '' || search.near !== '' || search.wheelchair || LISTS.some((name) => search[name].length > 0);

export function filterOf(search: SocialMapSearch): FilterOf<'organizations'> {
  return {
    onSocialMapEq: true,
    ...(search.q ? { q: search.q } : {}),
    ...(search.near ? { near: search.near, radiusKm: String(search.radius) } : {}),
    ...(search.types.length > 0 ? { nonProfitTypeIdIn: search.types.join(',') } : {}),
    ...(search.activities.length > 0 ? { activityTypeIdsIn: search.activities.join(',') } : {}),
    ...(search.audiences.length > 0 ? { audiencesIn: search.audiences.join(',') } : {}),
    ...(search.languages.length > 0 ? { languagesIn: search.languages.join(',') } : {}),
    ...(search.wheelchair ? { wheelchairAccessibleEq: true } : {}),
  };
}

export const listParams = (search: SocialMapSearch): ListParams<'organizations'> => ({
  filter: filterOf(search),
  include: ['address', 'profile'],
  sort: search.sort,
  page: { number: search.page, size: 20 },
});
