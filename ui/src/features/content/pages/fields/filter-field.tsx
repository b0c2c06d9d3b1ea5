// Which vacancies fill a block: of these activities, with these tags, of these kinds. Nothing chosen: all.
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '../../../../components/class-names.ts';
import { FieldError } from '../../../../components/form/field-frame.tsx';
import {
  activityTypes,
  loadTaxonomy,
  nameOf,
  offeredTerms,
  tags,
} from '../../../../lib/centre/taxonomies.ts';
import type { ControlProps } from './block-form.tsx';

interface Filter {
  activity_type_ids?: readonly string[];
  tags?: readonly string[];
  kinds?: readonly string[];
}

const KINDS = ['volunteering', 'p2p', 'one-on-one', 'neighbour-help', 'activity', 'language'] as const;

export function FilterField({ id, label, hint, error, value, onChange }: ControlProps) {
  const { t } = useTranslation('content-pages');
  const filter = (typeof value === 'object' && value !== null ? value : {}) as Filter;
  useEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(tags);
  }, []);
  const change = (name: keyof Filter, chosen: readonly string[]) => {
    const { [name]: _gone, ...others } = filter;
    const next = chosen.length === 0 ? others : { ...others, [name]: chosen };
    onChange(Object.keys(next).length === 0 ? undefined : next);
  };
  const part = (name: keyof Filter, options: readonly (readonly [string, string])[]) => {
    const chosen = filter[name] ?? [];
    return (
      <details className="filter-part">
        <summary>
          {t(`filter.${name}`)}
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
  };
  return (
    <fieldset className={classNames('field', error && 'has-error')} id={id}>
      <legend>{label}</legend>
      <p className="hint">{hint || t('filter.hint')}</p>
      <FieldError id={id} error={error} />
      {part(
        'activity_type_ids',
        offeredTerms(activityTypes, filter.activity_type_ids).map((term) => [term.id, nameOf(term)] as const),
      )}
      {part(
        'tags',
        offeredTerms(tags, filter.tags).map((term) => [term.key, nameOf(term)] as const),
      )}
      {part(
        'kinds',
        KINDS.map((kind) => [kind, t(`kind.${kind}`)] as const),
      )}
    </fieldset>
  );
}
