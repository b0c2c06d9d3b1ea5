// Around the work table: saved filters, search, which columns, what to do with the chosen rows.
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import './data-table.css';
import '../form/form.css';
import { formatNumber } from '../../lib/locale/time.ts';
import { Chip, Count } from '../content/badge.tsx';
import { Icon } from '../media/icon.tsx';
import type { Option } from './results-bar.tsx';
import { countChosen, type Selection } from './table-selection.ts';
import './table-tools.css';

export interface SavedFilter {
  label: string;
  href: string;
  count?: number;
  current?: boolean;
}

export function SavedFilters({ filters, onSave }: { filters: readonly SavedFilter[]; onSave?: () => void }) {
  const { t } = useTranslation('components');
  const nav = useRef<HTMLElement>(null);
  const current = filters.find((filter) => filter.current)?.href;
  const widths = filters.map(({ count }) => count).join();
  // On a phone the row moves sideways: the chosen one is in sight.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a count that comes later makes the row wider
  useEffect(() => {
    const row = nav.current;
    const chip = current === undefined ? null : row?.querySelector<HTMLElement>('[aria-current]');
    if (!row || !chip) return;
    const after = chip.offsetLeft - row.offsetLeft;
    if (after < row.scrollLeft || after + chip.offsetWidth > row.scrollLeft + row.clientWidth)
      row.scrollLeft = after - row.clientWidth / 2 + chip.offsetWidth / 2;
  }, [current, widths]);
  return (
    <nav ref={nav} className="saved-filters" aria-label={t('table.saved_filters')}>
      {filters.map((filter) => (
        <Chip
          key={filter.href}
          href={filter.href}
          count={filter.count === undefined ? undefined : formatNumber(filter.count)}
          current={filter.current}
        >
          {filter.label}
        </Chip>
      ))}
      {onSave ? (
        <Chip icon="plus" onClick={onSave}>
          {t('table.save_filter')}
        </Chip>
      ) : null}
    </nav>
  );
}

export function TableTools({ children }: { children: ReactNode }) {
  return <div className="table-tools">{children}</div>;
}

export interface TableSearchProps {
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  label?: string;
  ref?: Ref<HTMLInputElement>;
}

/** `/` puts the focus here: the shell listens to it. */
export function TableSearch({ value, onChange, placeholder, label, ref }: TableSearchProps) {
  const { t } = useTranslation('components');
  return (
    <div className="search-field">
      <Icon name="search" />
      <input
        ref={ref}
        className="input"
        type="search"
        value={value}
        aria-label={label ?? t('table.search')}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
      />
      <span aria-hidden="true">
        <kbd>/</kbd>
      </span>
    </div>
  );
}

export interface TypedSearchProps {
  /** What is looked for now. */
  q: string;
  label: string;
  onSearch: (q: string) => void;
}

const TYPING_MS = 300;

/** What is typed is looked for a moment later. */
export function TypedSearch({ q, label, onSearch }: TypedSearchProps) {
  const [text, setText] = useState(q);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (document.activeElement !== input.current) setText(q);
  }, [q]);
  function handleChange(value: string) {
    setText(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(value.trim()), TYPING_MS);
  }
  return <TableSearch ref={input} value={text} onChange={handleChange} label={label} placeholder={label} />;
}

export interface TableFilterProps {
  label: string;
  value: string;
  options: readonly Option[];
  onChange: (value: string) => void;
}

export function TableFilter({ label, value, options, onChange }: TableFilterProps) {
  return (
    <select
      className="select is-auto"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

export interface ColumnChoiceProps {
  columns: readonly { key: string; title: string }[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

export function ColumnChoice({ columns, hidden, onChange }: ColumnChoiceProps) {
  const { t } = useTranslation('components');
  const shown = columns.filter((column) => !hidden.has(column.key)).length;
  function handleToggle(key: string) {
    const next = new Set(hidden);
    if (!next.delete(key)) next.add(key);
    onChange(next);
  }
  return (
    <details className="column-choice">
      <summary className="button">
        <Icon name="columns" />
        {t('table.columns')}
        <Count>{t('table.columns_shown', { shown, total: columns.length })}</Count>
      </summary>
      <div className="popover">
        <fieldset>
          <legend className="field-label">{t('table.show_columns')}</legend>
          {columns.map((column) => (
            <label className="choice" key={column.key}>
              <input
                type="checkbox"
                checked={!hidden.has(column.key)}
                onChange={() => handleToggle(column.key)}
              />
              {column.title}
            </label>
          ))}
        </fieldset>
      </div>
    </details>
  );
}

export interface BulkBarProps {
  selection: Selection;
  /** How many the list holds, over all its pages. */
  total: number;
  /** How many lie on this page; with fewer than total, "Kies alle" is offered. */
  onChooseAll?: () => void;
  onClear: () => void;
  children: ReactNode;
}

/** One dark bar that says how many. Nothing chosen, no bar. */
export function BulkBar({ selection, total, onChooseAll, onClear, children }: BulkBarProps) {
  const { t } = useTranslation('components');
  const id = useId();
  const count = countChosen(selection, total);
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="bulk-bar" role="group" aria-labelledby={id}>
      <strong id={id} aria-live="polite">
        {t('table.chosen', { count })}
      </strong>
      {onChooseAll && count < total ? (
        <button type="button" className="button is-quiet" onClick={onChooseAll}>
          {t('table.choose_all', { count: total })}
        </button>
      ) : null}
      {children}
      <button type="button" className="button is-quiet push" onClick={onClear}>
        {t('table.clear')}
      </button>
    </div>
  );
}
