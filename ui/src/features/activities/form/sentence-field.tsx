// Fields that stand in a sentence: their label is a word of it, or is only heard. What is wrong stands below the sentence.
import { type ReactNode, useLayoutEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { DateControl } from '../../../components/form/controls/date-control.tsx';
import {
  type Control,
  NumberControl,
  SelectControl,
  TextControl,
} from '../../../components/form/controls/text-controls.tsx';
import { type Choice, fieldId } from '../../../components/form/field.tsx';
import { errorId, FieldError } from '../../../components/form/field-frame.tsx';
import { useForm } from '../../../components/form/form-context.ts';
import type { FieldConstraints } from '../../../components/form/rules.ts';
import { dayLabels } from '../activity-when.ts';
import { WEEKDAYS } from './rrule.ts';

interface SentenceFieldProps {
  name: string;
  /** What messages and screen readers call it. */
  label: string;
  /** The word of the sentence before it. */
  word?: ReactNode;
  kind: 'select' | 'time' | 'date' | 'number';
  choices?: readonly Choice[];
  rules?: FieldConstraints;
}

const FORMAT: Partial<Record<SentenceFieldProps['kind'], FieldConstraints>> = {
  time: { format: 'time' },
  date: { format: 'date' },
  number: { type: 'integer' },
};

export function SentenceField({ name, label, word, kind, choices = [], rules: own }: SentenceFieldProps) {
  const form = useForm();
  const id = fieldId(form.id, name);
  const rules: FieldConstraints = { required: true, ...FORMAT[kind], ...own };
  const error = form.errors[name];
  useLayoutEffect(() => form.register({ name, id, label, short: undefined, rules, check: undefined }));
  const control: Control = {
    id,
    name,
    value: form.value[name],
    rules,
    describedBy: error ? errorId(id) : undefined,
    invalid: error !== undefined,
    required: true,
    disabled: false,
    autoComplete: 'off',
    placeholder: undefined,
    onChange: (value) => form.set(name, value),
    onBlur: () => form.blur(name),
  };
  return (
    <span className="sentence-part">
      {word ? <span aria-hidden="true">{word}</span> : null}
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      {kind === 'select' ? (
        <SelectControl control={control} choices={choices} />
      ) : kind === 'date' ? (
        <DateControl control={control} />
      ) : kind === 'number' ? (
        <NumberControl control={control} />
      ) : (
        <TextControl control={control} type="text" narrow />
      )}
    </span>
  );
}

export function SentenceErrors({ names }: { names: readonly string[] }) {
  const form = useForm();
  return names.map((name) => <FieldError key={name} id={fieldId(form.id, name)} error={form.errors[name]} />);
}

/** The days of the week, each on or off. */
export function DayToggles({ name }: { name: string }) {
  const { t } = useTranslation('activity-form');
  const form = useForm();
  const id = fieldId(form.id, name);
  const label = t('when.weekdays');
  const chosen = Array.isArray(form.value[name]) ? form.value[name] : [];
  useLayoutEffect(() =>
    form.register({ name, id, label, short: undefined, rules: { required: true }, check: undefined }),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring a legend and a frame
    <div className="day-toggles" role="group" aria-label={label}>
      {WEEKDAYS.map((weekday, at) => {
        const { short, long } = dayLabels(weekday);
        const isOn = chosen.includes(weekday);
        return (
          <label className="day-toggle" key={weekday}>
            <input
              id={at === 0 ? id : undefined}
              type="checkbox"
              aria-label={long}
              checked={isOn}
              onChange={() =>
                form.set(
                  name,
                  WEEKDAYS.filter((each) => (each === weekday ? !isOn : chosen.includes(each))),
                )
              }
            />
            <span>{short}</span>
          </label>
        );
      })}
    </div>
  );
}
