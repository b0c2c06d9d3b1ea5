// The form of a block, made from what the server says of its type: one control a field, by its kind.
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { BlockField } from '../../../../api/content-calls.ts';
import { FieldError, FieldFrame, hintId } from '../../../../components/form/field-frame.tsx';
import { useBlockWords } from '../canvas/block-words.ts';
import type { Content } from '../state/document.ts';
import type { BlockProblem } from '../state/use-page-editor.ts';
import { ActivityFilterField } from './activity-filter-field.tsx';
import { ChoiceField } from './choice-field.tsx';
import { FilterField } from './filter-field.tsx';
import { FormChoice } from './form-choice.tsx';
import { LinkField } from './link-field.tsx';
import { ListField } from './list-field.tsx';
import { PictureValue } from './picture-value.tsx';
import { RichField } from './rich-field.tsx';

export interface FieldsProps {
  type: string;
  fields: readonly BlockField[];
  value: Content;
  /** Of this part: `title`, `cards.0.title`. */
  problems: readonly BlockProblem[];
  /** Before the names in `problems` and `onChange`. */
  path?: string;
  onChange: (path: string, value: unknown) => void;
}

/** A control of a field: what it gets. */
export interface ControlProps {
  id: string;
  label: string;
  hint: string;
  error: string | undefined;
  required: boolean;
  field: BlockField;
  value: unknown;
  onChange: (value: unknown) => void;
}

export function BlockFields({ type, fields, value, problems, path = '', onChange }: FieldsProps) {
  const words = useBlockWords();
  const id = useId();
  return (
    <>
      {fields.map((field) => {
        const place = `${path}${field.name}`;
        const inside = problems.filter((problem) => problem.field.startsWith(`${place}.`));
        const error = problems.find((problem) => problem.field === place)?.text;
        const control: ControlProps = {
          id: `${id}-${field.name}`,
          label: words.field(type, field.name),
          hint: words.fieldHint(type, field.name),
          error: error ?? (field.kind === 'list' ? undefined : inside[0]?.text),
          required: field.required,
          field,
          value: value[field.name],
          onChange: (next) => onChange(place, next),
        };
        return (
          <div className="block-field" key={field.name} data-path={place}>
            {field.kind === 'list' ? (
              <ListField {...control} type={type} place={place} problems={inside} onPart={onChange} />
            ) : (
              <FieldOfKind {...control} />
            )}
          </div>
        );
      })}
    </>
  );
}

function FieldOfKind(props: ControlProps) {
  switch (props.field.kind) {
    case 'rich_text':
    case 'long_text':
      return <RichField {...props} />;
    case 'markdown':
      return <LongText {...props} />;
    case 'link':
      return <LinkField {...props} />;
    case 'picture':
      return <PictureValue {...props} />;
    case 'choice':
      return <ChoiceField {...props} />;
    case 'flag':
      return <FlagField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'form':
      return <FormChoice {...props} />;
    case 'activity_filter':
      return <ActivityFilterField {...props} />;
    case 'filter':
      return <FilterField {...props} />;
    default:
      return <LineField {...props} />;
  }
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : '');

export const describing = (id: string, hint: string, error: string | undefined): string | undefined =>
  [hint ? hintId(id) : '', error ? `${id}-error` : ''].filter(Boolean).join(' ') || undefined;

function LineField({ id, label, hint, error, required, field, value, onChange }: ControlProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint || undefined} error={error} required={required}>
      <input
        className="input"
        id={id}
        value={asText(value)}
        maxLength={field.max ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describing(id, hint, error)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}

function LongText({ id, label, hint, error, required, field, value, onChange }: ControlProps) {
  const { t } = useTranslation('content-pages');
  const said = hint || t('field.markdownHint');
  return (
    <FieldFrame id={id} label={label} hint={said} error={error} required={required}>
      <textarea
        className="textarea"
        id={id}
        rows={10}
        value={asText(value)}
        maxLength={field.max ?? undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={describing(id, said, error)}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}

function NumberField({ id, label, hint, error, required, field, value, onChange }: ControlProps) {
  return (
    <FieldFrame id={id} label={label} hint={hint || undefined} error={error} required={required}>
      <input
        className="input is-narrow"
        id={id}
        type="number"
        min={field.min ?? undefined}
        max={field.max ?? undefined}
        value={typeof value === 'number' ? value : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={describing(id, hint, error)}
        onChange={(event) =>
          onChange(event.target.value === '' ? undefined : Math.trunc(Number(event.target.value)))
        }
      />
    </FieldFrame>
  );
}

function FlagField({ id, label, hint, error, value, onChange }: ControlProps) {
  return (
    <div className="field">
      <label className="choice">
        <input
          type="checkbox"
          id={id}
          checked={value === true}
          aria-describedby={describing(id, hint, error)}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span>
          {label}
          {hint ? (
            <span className="hint" id={hintId(id)}>
              {hint}
            </span>
          ) : null}
        </span>
      </label>
      <FieldError id={id} error={error} />
    </div>
  );
}
