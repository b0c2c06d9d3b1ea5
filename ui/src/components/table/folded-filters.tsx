// The choices above a work table. On a phone they fold behind one button; what is chosen stays in sight.
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../actions/button.tsx';
import { FilterChip } from '../content/badge.tsx';
import { TABLET, useMedia } from '../use-media.ts';
import { TableFilter, type TableFilterProps } from './table-tools.tsx';

/** A filter's empty value means: no choice. */
export function FoldedFilters({ filters }: { filters: readonly TableFilterProps[] }) {
  const { t } = useTranslation('components');
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const isTablet = useMedia(TABLET);
  if (filters.length === 0) return null;
  const fields = filters.map((filter) => <TableFilter key={filter.label} {...filter} />);
  if (isTablet) return fields;
  const chosen = filters.filter(({ value }) => value !== '');

  function handleRemove(filter: TableFilterProps) {
    filter.onChange('');
    // The chip is removed: the focus moves to the filters, so that keyboard users keep their place.
    button.current?.focus();
  }

  return (
    <div className="folded-filters">
      <div className="chip-row">
        <Button
          ref={button}
          icon="filter"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {chosen.length > 0 ? t('filters.foldedCount', { count: chosen.length }) : t('filters.folded')}
        </Button>
        {isOpen
          ? null
          : chosen.map((filter) => (
              <FilterChip key={filter.label} onRemove={() => handleRemove(filter)}>
                {filter.options.find(({ value }) => value === filter.value)?.label ?? filter.label}
              </FilterChip>
            ))}
      </div>
      {isOpen ? (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
        <div className="folded-fields" id={id} role="group" aria-label={t('filters.folded')}>
          {fields}
        </div>
      ) : null}
    </div>
  );
}
