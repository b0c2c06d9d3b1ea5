// Several of many: chips that toggle; with `free`, tags of one's own as well.
import { type KeyboardEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../actions/button.tsx';
import { Chip, FilterChip } from '../../content/badge.tsx';
import type { Choice } from '../field.tsx';
import { chosenOf } from './choice-controls.tsx';
import { type Control, controlProps } from './text-controls.tsx';

export interface TagPickerProps {
  control: Control;
  choices: readonly Choice[];
  free: boolean;
  label: string;
}

export function TagPicker({ control, choices, free, label }: TagPickerProps) {
  const { t } = useTranslation('components');
  const listId = useId();
  const [typed, setTyped] = useState('');
  const chosen = chosenOf(control);
  const own = chosen.filter((value) => !choices.some((choice) => choice.value === value));

  function handleToggle(value: string) {
    control.onChange(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
  }

  function handleAdd() {
    const value = typed.trim();
    const known =
      choices.find((choice) => choice.label.toLowerCase() === value.toLowerCase())?.value ?? value;
    if (value !== '' && !chosen.includes(known)) control.onChange([...chosen, known]);
    setTyped('');
  }

  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' && event.key !== ',') return;
    event.preventDefault();
    handleAdd();
  }

  return (
    <div className="tag-picker">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame */}
      <div
        className="chip-row"
        role="group"
        aria-label={label}
        id={free ? undefined : control.id}
        tabIndex={-1}
      >
        {choices.map((choice) => (
          <Chip
            key={choice.value}
            pressed={chosen.includes(choice.value)}
            onClick={() => handleToggle(choice.value)}
          >
            {choice.label}
          </Chip>
        ))}
        {own.map((value) => (
          <FilterChip key={value} onRemove={() => handleToggle(value)}>
            {value}
          </FilterChip>
        ))}
      </div>
      {free ? (
        <div className="input-with-button">
          <input
            {...controlProps(control)}
            className="input"
            list={listId}
            autoComplete="off"
            value={typed}
            placeholder={control.placeholder}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={handleKeyDown}
          />
          <datalist id={listId}>
            {choices.map((choice) => (
              <option key={choice.value} value={choice.label} />
            ))}
          </datalist>
          <Button variant="quiet" small icon="plus" onClick={handleAdd}>
            {t('form.add_tag')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
