// Filters: a column from 1024 px, a sheet below it. The URL holds what is chosen; these only show and tell.
import { lazy, type ReactNode, Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import './filter-panel.css';
import { Button } from '../actions/button.tsx';
import { FilterChip } from '../content/badge.tsx';
import { useMedia, WIDE } from '../use-media.ts';

/** On a phone it comes when it is asked for; the column needs none. */
const Sheet = lazy(async () => ({ default: (await import('../feedback/dialog.tsx')).Sheet }));

export interface FilterPanelProps {
  title: string;
  /** Whether the sheet is open; the column is always there. */
  open: boolean;
  onClose: () => void;
  onClear: () => void;
  /** "Toon 38 vacatures", on the sheet's button. */
  resultLabel: string;
  children: ReactNode;
}

export function FilterPanel({ title, open, onClose, onClear, resultLabel, children }: FilterPanelProps) {
  const { t } = useTranslation('components');
  const id = useId();
  const isWide = useMedia(WIDE);
  if (isWide) {
    return (
      <aside className="filter-panel" aria-labelledby={id}>
        <div className="filter-head">
          <h2 id={id}>{title}</h2>
        </div>
        {children}
      </aside>
    );
  }
  if (!open) return null;
  return (
    <Suspense>
      <Sheet
        open
        title={title}
        onClose={onClose}
        footer={
          <>
            <Button variant="quiet" onClick={onClear}>
              {t('filters.clear')}
            </Button>
            <Button variant="primary" onClick={onClose}>
              {resultLabel}
            </Button>
          </>
        }
      >
        {children}
      </Sheet>
    </Suspense>
  );
}

export function FilterGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="filter-group">
      <legend>{title}</legend>
      <div>{children}</div>
    </fieldset>
  );
}

export interface FilterOptionProps {
  label: string;
  count?: number | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  /** With a name it is one of several of which one counts. */
  radioName?: string;
}

export function FilterOption({ label, count, checked, onChange, radioName }: FilterOptionProps) {
  const { t } = useTranslation('components');
  return (
    <label className="filter-option">
      <input
        type={radioName ? 'radio' : 'checkbox'}
        name={radioName}
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
      {count === undefined ? (
        <span />
      ) : (
        <span>
          <span aria-hidden="true">{count}</span>
          <span className="visually-hidden">{t('filters.results', { count })}</span>
        </span>
      )}
    </label>
  );
}

export interface FilterRangeProps {
  label: string;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** "Tot 5 km" */
  valueText: string;
  hint?: string;
  onChange: (value: number) => void;
}

export function FilterRange({
  label,
  value,
  min,
  max,
  step = 1,
  valueText,
  hint,
  onChange,
}: FilterRangeProps) {
  const id = useId();
  return (
    <div className="filter-group field">
      <label htmlFor={id}>{label}</label>
      <input
        className="range"
        id={id}
        type="range"
        min={min}
        max={max}
        step={step}
        value={value}
        aria-valuetext={valueText}
        onChange={(event) => onChange(event.target.valueAsNumber)}
      />
      <p className="hint">
        <output htmlFor={id}>{valueText}</output>
        {hint ? `, ${hint}` : null}
      </p>
    </div>
  );
}

export interface ActiveFilter {
  key: string;
  label: string;
}

export interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
  onRemove: (key: string) => void;
  onClear: () => void;
}

/** What is chosen, above the results. Nothing chosen, nothing shown. */
export function ActiveFilters({ filters, onRemove, onClear }: ActiveFiltersProps) {
  const { t } = useTranslation('components');
  if (filters.length === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="active-filters chip-row" role="group" aria-label={t('filters.chosen')}>
      {filters.map((filter) => (
        <FilterChip key={filter.key} onRemove={() => onRemove(filter.key)}>
          {filter.label}
        </FilterChip>
      ))}
      <Button variant="quiet" onClick={onClear}>
        {t('filters.clear')}
      </Button>
    </div>
  );
}
