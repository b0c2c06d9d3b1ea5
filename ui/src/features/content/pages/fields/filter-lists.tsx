// A filter of a block: lists of boxes that fold away. What has no box chosen is not in the filter.
import { classNames } from '../../../../components/class-names.ts';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import type { ControlProps } from './block-form.tsx';

export type Filter = Readonly<Record<string, readonly string[] | undefined>>;

export interface FilterList {
  /** Its name in the filter. */
  name: string;
  title: string;
  /** Values with their words. */
  options: readonly (readonly [string, string])[];
}

export const filterOf = (value: unknown): Filter =>
  (typeof value === 'object' && value !== null ? value : {}) as Filter;

export interface FilterListsProps
  extends Pick<ControlProps, 'id' | 'label' | 'hint' | 'error' | 'value' | 'onChange'> {
  lists: readonly FilterList[];
}

export function FilterLists({ id, label, hint, error, value, lists, onChange }: FilterListsProps) {
  const filter = filterOf(value);
  const change = (name: string, chosen: readonly string[]) => {
    const { [name]: _gone, ...others } = filter;
    const next = chosen.length === 0 ? others : { ...others, [name]: chosen };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  return (
    <fieldset className={classNames('field', error && 'has-error')} id={id}>
      <legend>{label}</legend>
      <p className="hint">{hint}</p>
      <FieldError id={id} error={error} />
      {lists.map(({ name, title, options }) => {
        const chosen = filter[name] ?? [];
        return (
          <details className="filter-part" key={name}>
            <summary>
              {title}
              {chosen.length > 0 ? <span className="count">{chosen.length}</span> : null}
            </summary>
            {options.map(([each, words]) => (
              <label className="choice" key={each}>
                <input
                  type="checkbox"
                  checked={chosen.includes(each)}
                  onChange={(event) =>
                    change(
                      name,
                      event.target.checked ? [...chosen, each] : chosen.filter((other) => other !== each),
                    )
                  }
                />
                <span>{words}</span>
              </label>
            ))}
          </details>
        );
      })}
    </fieldset>
  );
}
