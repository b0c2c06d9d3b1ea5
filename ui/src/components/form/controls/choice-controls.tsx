// Tick boxes and radios, each with a target of 44 px.
import type { FocusEvent, ReactNode } from 'react';
import { classNames } from '../../class-names.ts';
import type { Choice } from '../field.tsx';
import { FieldError, hintId } from '../field-frame.tsx';
import { type Control, controlProps } from './text-controls.tsx';

export interface SingleChoiceProps {
  control: Control;
  label: ReactNode;
  hint: ReactNode;
  error: string | undefined;
}

/** One tick box: yes or no. */
export function SingleChoice({ control, label, hint, error }: SingleChoiceProps) {
  return (
    <div className={classNames('field', error && 'has-error')}>
      <FieldError id={control.id} error={error} />
      <label className="choice" htmlFor={control.id}>
        <input
          {...controlProps(control)}
          type="checkbox"
          checked={control.value === true}
          onChange={(event) => control.onChange(event.target.checked)}
        />
        <span>
          {label}
          {hint ? (
            <span className="hint" id={hintId(control.id)}>
              {hint}
            </span>
          ) : null}
        </span>
      </label>
    </div>
  );
}

interface ChoicesProps {
  control: Control;
  choices: readonly Choice[];
}

/** Several of several. The value is the list of those chosen, in the order of the choices. */
export function ChoiceGroup({ control, choices }: ChoicesProps) {
  const chosen = chosenOf(control);
  function handleChange(value: string) {
    const next = new Set(chosen);
    if (!next.delete(value)) next.add(value);
    control.onChange(choices.map((choice) => choice.value).filter((each) => next.has(each)));
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus left
    <div onBlur={leaving(control)}>
      {choices.map((choice, index) => (
        <ChoiceLine
          key={choice.value}
          choice={choice}
          control={control}
          type="checkbox"
          id={index === 0 ? control.id : undefined}
          checked={chosen.includes(choice.value)}
          onChange={() => handleChange(choice.value)}
        />
      ))}
    </div>
  );
}

/** One of several, as cards. */
export function ChoiceCards({ control, choices }: ChoicesProps) {
  const at = choices.findIndex((choice) => choice.value === control.value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears that the focus left
    <div className="choice-cards" onBlur={leaving(control)}>
      {choices.map((choice, index) => (
        <ChoiceLine
          key={choice.value}
          choice={choice}
          control={control}
          type="radio"
          id={index === Math.max(at, 0) ? control.id : undefined}
          checked={index === at}
          onChange={() => control.onChange(choice.value)}
        />
      ))}
    </div>
  );
}

interface ChoiceLineProps {
  choice: Choice;
  control: Control;
  type: 'checkbox' | 'radio';
  id: string | undefined;
  checked: boolean;
  onChange: () => void;
}

function ChoiceLine({ choice, control, type, id, checked, onChange }: ChoiceLineProps) {
  return (
    <label className="choice">
      <input
        id={id}
        type={type}
        name={control.id}
        value={choice.value}
        checked={checked}
        disabled={control.disabled}
        aria-invalid={control.invalid || undefined}
        aria-describedby={control.invalid ? control.describedBy : undefined}
        onChange={onChange}
      />
      <span>
        {type === 'radio' ? <strong>{choice.label}</strong> : choice.label}
        {choice.hint ? <span className="hint">{choice.hint}</span> : null}
      </span>
    </label>
  );
}

export function chosenOf(control: Control): readonly string[] {
  return Array.isArray(control.value) ? control.value : [];
}

/** A group is left when the focus goes outside it, not from one box to the next. */
function leaving(control: Control) {
  return (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) control.onBlur();
  };
}
