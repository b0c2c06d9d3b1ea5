// Boxes to tick, and the state of a step that is no form of plain fields: kept on this device until it is saved.
import { useEffect, useState } from 'react';
import '../../../components/form/form.css';
import { readDraft, saveDraft } from '../../../lib/unsaved/drafts.ts';
import { markSaved, markUnsaved } from '../../../lib/unsaved/unsaved.ts';
import './profile-steps.css';
import '../../../components/table/filter-panel.css';

/** What is edited, and how to change a part of it. */
export function useKept<T extends object>(draft: string, base: T): [T, (change: Partial<T>) => void] {
  const [value, setValue] = useState<T>(() => ({ ...base, ...readDraft<Partial<T>>(draft) }));
  useEffect(() => () => markSaved(draft), [draft]);
  function change(part: Partial<T>) {
    const next = { ...value, ...part };
    setValue(next);
    saveDraft(draft, next);
    markUnsaved(draft);
  }
  return [value, change];
}

export function Choice({
  label,
  checked,
  onChange,
}: {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <label className="filter-option">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <span>{label}</span>
    </label>
  );
}

export function Choices<V extends string>({
  title,
  choices,
  chosen,
  onChange,
}: {
  title: string;
  choices: readonly (readonly [V, string])[];
  chosen: readonly V[];
  onChange: (chosen: readonly V[]) => void;
}) {
  if (choices.length === 0) return null;
  return (
    <fieldset className="field">
      <legend>{title}</legend>
      <div className="choice-columns">
        {choices.map(([value, label]) => (
          <Choice
            key={value}
            label={label}
            checked={chosen.includes(value)}
            onChange={(isChosen) =>
              onChange(isChosen ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
