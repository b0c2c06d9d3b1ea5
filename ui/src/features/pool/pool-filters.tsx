// The filters of the pool, with how many people each leaves: a column, or a sheet on a phone. Each press is a new address.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../components/actions/button.tsx';
import { SuggestField } from '../../components/form/controls/suggest-field.tsx';
import { WeekGrid } from '../../components/pool/week-grid.tsx';
import { FilterGroup, FilterOption, FilterPanel, FilterRange } from '../../components/table/filter-panel.tsx';
import { suggestPlaces } from '../../lib/centre/places.ts';
import { formatNumber } from '../../lib/locale/time.ts';
import { languageName, skillName, themeName } from '../../lib/pool/profile.ts';
import type { Counts } from './pool.store.ts';
import {
  changed,
  cleared,
  DEFAULT_RADIUS_KM,
  type ListName,
  MAX_RADIUS_KM,
  MIN_RADIUS_KM,
  type PoolSearch,
  toggled,
} from './pool-url.ts';

const SHOWN_AT_FIRST = 5;
const RADIUS_WAIT_MS = 350;

export interface PoolFiltersProps {
  search: PoolSearch;
  counts: Counts;
  total: number;
  /** Where one looks from while no place is typed. */
  place: string | null;
  open: boolean;
  onClose: () => void;
  onSearch: (next: PoolSearch) => void;
}

export function PoolFilters({ search, counts, total, place, open, onClose, onSearch }: PoolFiltersProps) {
  const { t } = useTranslation('pool');
  const { t: words } = useTranslation('matching');
  const { t: cardWords } = useTranslation('pool', { keyPrefix: 'card' });
  const groups: [ListName, string, Record<string, number>, (key: string) => string | null][] = [
    ['themes', t('filters.theme'), counts.themes, themeName],
    ['languages', t('filters.language'), counts.languages, languageName],
    ['skills', t('filters.skill'), counts.skills, (key) => skillName(words, key)],
  ];
  const hasCounts = Object.keys(counts.slots).length > 0;
  return (
    <FilterPanel
      title={t('filters.title')}
      open={open}
      onClose={onClose}
      onClear={() => onSearch(cleared(search))}
      resultLabel={t('show', { count: total })}
    >
      <FilterGroup title={t('filters.when')}>
        <WeekGrid
          caption={t('filters.when')}
          narrow
          chosen={search.times}
          counts={hasCounts ? counts.slots : undefined}
          onChange={(times) => onSearch(changed(search, { times }))}
        />
        <p className="hint">{t(hasCounts ? 'filters.whenHint' : 'filters.whenHintPlain')}</p>
      </FilterGroup>
      <Distance search={search} place={place} onSearch={onSearch} />
      {groups.map(([name, title, numbers, labelOf]) => (
        <Group
          key={name}
          title={title}
          chosen={search[name]}
          counts={numbers}
          labelOf={labelOf}
          onToggle={(value) => onSearch(toggled(search, name, value))}
        />
      ))}
      <FilterGroup title={t('filters.frequency')}>
        {(['once', 'regularly', 'flexible'] as const).map((frequency) => (
          <FilterOption
            key={frequency}
            label={cardWords(`frequency.${frequency}`)}
            checked={search.frequency.includes(frequency)}
            onChange={() => onSearch(toggled(search, 'frequency', frequency))}
          />
        ))}
      </FilterGroup>
    </FilterPanel>
  );
}

/** The knob follows the hand; the search follows when the hand rests. */
function Distance({ search, place, onSearch }: Pick<PoolFiltersProps, 'search' | 'place' | 'onSearch'>) {
  const { t } = useTranslation('pool');
  const { near } = search;
  const from = near || place || '';
  const [shown, setShown] = useState(search.radius);
  const [typed, setTyped] = useState(near);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setShown(search.radius), [search.radius]);
  useEffect(() => setTyped(near), [near]);
  useEffect(() => () => clearTimeout(timer.current), []);

  function handleChange(km: number) {
    setShown(km);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(changed(search, { near: from, radius: km })), RADIUS_WAIT_MS);
  }

  const choose = (next: string): void => onSearch(changed(search, { near: next.trim() }));
  return (
    <>
      {from === '' ? null : (
        <FilterRange
          label={t('filters.far', { place: from })}
          value={shown}
          min={MIN_RADIUS_KM}
          max={Math.max(MAX_RADIUS_KM, search.radius)}
          valueText={
            near === '' && shown === search.radius
              ? t('filters.allFar')
              : t('filters.upTo', { km: formatNumber(shown) })
          }
          onChange={handleChange}
        />
      )}
      <form
        className="pool-place"
        onSubmit={(event) => {
          event.preventDefault();
          choose(typed);
        }}
      >
        <SuggestField
          name="bij"
          label={t('filters.place')}
          value={typed}
          onChange={setTyped}
          onTake={(value) => choose(value)}
          suggest={suggestPlaces}
          countLabel={(count) => t('filters.placeCount', { count })}
          icon="pin"
        />
        {typed.trim() !== '' && typed.trim() !== near ? (
          <Button type="submit" small>
            {t('filters.placeOn')}
          </Button>
        ) : near === '' ? null : (
          <Button
            small
            variant="quiet"
            onClick={() =>
              onSearch(
                changed(search, {
                  near: '',
                  radius: DEFAULT_RADIUS_KM,
                  sort: search.vacancy === null && search.sort === 'distance' ? null : search.sort,
                }),
              )
            }
          >
            {t('filters.placeOff')}
          </Button>
        )}
      </form>
    </>
  );
}

interface GroupProps {
  title: string;
  chosen: readonly string[];
  counts: Readonly<Record<string, number>>;
  labelOf: (key: string) => string | null;
  onToggle: (key: string) => void;
}

/** The most common first; what is chosen is always there. */
function Group({ title, chosen, counts, labelOf, onToggle }: GroupProps) {
  const { t } = useTranslation('pool');
  const [isWhole, setIsWhole] = useState(false);
  const keys = [...new Set([...Object.keys(counts), ...chosen])];
  const choices = keys
    .flatMap((key) => {
      const label = labelOf(key);
      return label === null ? [] : [{ key, label, count: counts[key] ?? 0 }];
    })
    .filter(({ key, count }) => count > 0 || chosen.includes(key))
    .sort((one, other) => other.count - one.count || one.label.localeCompare(other.label));
  if (choices.length === 0) return null;
  const isLong = choices.length > SHOWN_AT_FIRST + 1;
  const shown = choices.filter(
    ({ key }, at) => !isLong || isWhole || chosen.includes(key) || at < SHOWN_AT_FIRST,
  );
  const hidden = choices.length - shown.length;
  return (
    <FilterGroup title={title}>
      {shown.map(({ key, label, count }) => (
        <FilterOption
          key={key}
          label={label}
          count={count}
          checked={chosen.includes(key)}
          onChange={() => onToggle(key)}
        />
      ))}
      {isLong && (hidden > 0 || isWhole) ? (
        <Button variant="quiet" small aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('filters.less') : t('filters.more', { count: hidden })}
        </Button>
      ) : null}
    </FilterGroup>
  );
}
