// What is chosen in the pool, as chips that take it away again.
import type { TFunction } from 'i18next';
import { formatNumber } from '../../lib/locale/time.ts';
import { languageName, themeName } from '../../lib/pool/profile.ts';
import { changed, DEFAULT_RADIUS_KM, type PoolSearch, toggled } from './pool-url.ts';

export interface ChosenFilter {
  key: string;
  label: string;
  without: PoolSearch;
}

export function chosenFilters(
  t: TFunction<'pool'>,
  search: PoolSearch,
  skillName: (key: string) => string,
  frequencyName: (key: string) => string,
): readonly ChosenFilter[] {
  const lists = [
    ['themes', themeName],
    ['languages', languageName],
    ['skills', skillName],
    ['frequency', frequencyName],
  ] as const;
  return [
    ...lists.flatMap(([name, labelOf]) =>
      search[name].flatMap((value) => {
        const label = labelOf(value);
        return label === null
          ? []
          : [{ key: `${name}-${value}`, label, without: toggled(search, name, value) }];
      }),
    ),
    ...(search.times.length === 0
      ? []
      : [
          {
            key: 'times',
            label: t('filters.times', { count: search.times.length }),
            without: changed(search, { times: [] }),
          },
        ]),
    ...(search.near === ''
      ? []
      : [
          {
            key: 'near',
            label: t('filters.within', { km: formatNumber(search.radius), place: search.near }),
            without: changed(search, {
              near: '',
              radius: DEFAULT_RADIUS_KM,
              sort: search.vacancy === null && search.sort === 'distance' ? null : search.sort,
            }),
          },
        ]),
  ];
}
