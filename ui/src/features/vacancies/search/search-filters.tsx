// The filters: a column, or a sheet on a phone. Each press is a new address.
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  FilterGroup,
  FilterOption,
  FilterPanel,
  FilterRange,
} from '../../../components/table/filter-panel.tsx';
import { formatNumber } from '../../../lib/locale/time.ts';
import {
  changed,
  cleared,
  DEFAULT_RADIUS_KM,
  MAX_RADIUS_KM,
  type Search,
  toggled,
} from '../../../lib/vacancies/search-url.ts';
import { useFacets, useResults } from './search.store.ts';
import { type Choice, choicesFor } from './search-choices.ts';

const SHOWN_AT_FIRST = 5;
const MINUTES_A_KM = 4;
const RADIUS_WAIT_MS = 350;

export interface SearchFiltersProps {
  search: Search;
  open: boolean;
  onClose: () => void;
  onSearch: (next: Search) => void;
}

export function SearchFilters({ search, open, onClose, onSearch }: SearchFiltersProps) {
  const { t } = useTranslation('vacancies-public');
  const { total } = useResults(search);
  const choices = choicesFor(t, search, useFacets(search));
  const toggle = ({ name, value }: Choice) => onSearch(toggled(search, name, value));
  return (
    <FilterPanel
      title={t('filters.title')}
      open={open}
      onClose={onClose}
      onClear={() => onSearch(cleared(search))}
      resultLabel={t('filters.show', { count: total })}
    >
      {search.near === '' ? null : <Distance search={search} onSearch={onSearch} />}
      <Group title={t('filters.when')} choices={choices.when} onToggle={toggle} />
      <Group title={t('filters.types')} choices={choices.types} onToggle={toggle} />
      <Group title={t('filters.fits')} choices={choices.fits} onToggle={toggle} />
      <Group title={t('filters.kind')} choices={choices.kind} onToggle={toggle} />
      <Group title={t('filters.age')} choices={choices.age} onToggle={toggle} />
      <Group title={t('filters.language')} choices={choices.language} onToggle={toggle} />
    </FilterPanel>
  );
}

/** The knob follows the hand; the search follows when the hand rests. */
function Distance({ search, onSearch }: Pick<SearchFiltersProps, 'search' | 'onSearch'>) {
  const { t } = useTranslation('vacancies-public');
  const asked = search.radius ?? DEFAULT_RADIUS_KM;
  const [shown, setShown] = useState(asked);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => setShown(asked), [asked]);
  useEffect(() => () => clearTimeout(timer.current), []);
  function handleChange(km: number) {
    setShown(km);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(changed(search, { radius: km })), RADIUS_WAIT_MS);
  }
  return (
    <FilterRange
      label={t('filters.distance')}
      value={shown}
      min={1}
      max={MAX_RADIUS_KM}
      valueText={t('filters.distance_value', { km: formatNumber(shown) })}
      hint={t('filters.distance_hint', { minutes: formatNumber(shown * MINUTES_A_KM) })}
      onChange={handleChange}
    />
  );
}

interface GroupProps {
  title: string;
  choices: readonly Choice[];
  onToggle: (choice: Choice) => void;
}

/** A long list shows its first few, and always what is chosen. */
function Group({ title, choices, onToggle }: GroupProps) {
  const { t } = useTranslation('vacancies-public');
  const [isWhole, setIsWhole] = useState(false);
  if (choices.length === 0) return null;
  const isLong = choices.length > SHOWN_AT_FIRST + 1;
  const shown = choices.filter((choice, at) => !isLong || isWhole || choice.isChosen || at < SHOWN_AT_FIRST);
  const hidden = choices.length - shown.length;
  return (
    <FilterGroup title={title}>
      {shown.map((choice) => (
        <FilterOption
          key={choice.name + choice.value}
          label={choice.label}
          count={choice.count}
          checked={choice.isChosen}
          onChange={() => onToggle(choice)}
        />
      ))}
      {isLong && (hidden > 0 || isWhole) ? (
        <button
          type="button"
          className="link-button"
          aria-expanded={isWhole}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? t('filters.less') : t('filters.more', { count: hidden })}
        </button>
      ) : null}
    </FilterGroup>
  );
}
