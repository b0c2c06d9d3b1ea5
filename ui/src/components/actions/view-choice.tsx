// A row of buttons of which one is pressed: how something is shown.
import '../table/results-bar.css';

export interface ViewChoiceProps<T extends string> {
  label: string;
  options: readonly T[];
  value: T;
  labelOf: (option: T) => string;
  onChange: (option: T) => void;
}

export function ViewChoice<T extends string>({
  label,
  options,
  value,
  labelOf,
  onChange,
}: ViewChoiceProps<T>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: buttons, not fields.
    <div className="view-switch" role="group" aria-label={label}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === value} onClick={() => onChange(option)}>
          {labelOf(option)}
        </button>
      ))}
    </div>
  );
}
