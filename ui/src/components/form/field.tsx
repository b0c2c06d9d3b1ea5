// One field of a form, by kind. `<Field name="title" label="Titel" />` takes its rules from the form.
import { type ReactNode, useLayoutEffect } from 'react';
import { ChoiceCards, ChoiceGroup, SingleChoice } from './controls/choice-controls.tsx';
import { DateControl } from './controls/date-control.tsx';
import { TagPicker } from './controls/tag-picker.tsx';
import {
  type Control,
  NumberControl,
  PasswordControl,
  SelectControl,
  TextAreaControl,
  TextControl,
} from './controls/text-controls.tsx';
import { describedBy, FieldFrame } from './field-frame.tsx';
import { type FormValue, useForm } from './form-context.ts';
import type { FieldConstraints, FieldValue } from './rules.ts';

export type FieldKind =
  | 'text'
  | 'email'
  | 'password'
  | 'tel'
  | 'url'
  | 'code'
  | 'number'
  | 'textarea'
  | 'prose'
  | 'select'
  | 'checkbox'
  | 'checkboxes'
  | 'radio'
  | 'date'
  | 'tags';

export interface Choice {
  value: string;
  label: string;
  hint?: string | undefined;
}

export interface FieldProps {
  name: string;
  label: string;
  kind?: FieldKind;
  /** What messages call it, when the label is a question: "Het aantal uren". */
  short?: string | undefined;
  hint?: ReactNode;
  /** For select, radio, checkboxes and tags. */
  choices?: readonly Choice[];
  /** Rules besides those of the resource, or instead of them. */
  rules?: FieldConstraints;
  check?: (value: FieldValue, all: FormValue) => string | null;
  autoComplete?: string;
  placeholder?: string;
  /** A short control for a short answer. */
  narrow?: boolean;
  disabled?: boolean;
  /** Not asked of a draft, yet not called optional: without it things do not go on. */
  needed?: boolean;
  rows?: number;
  /** Tags that are not among the choices may be typed. */
  free?: boolean;
}

/** The id of a field's control: what an error links to. */
export function fieldId(form: string, name: string): string {
  return `${form}-${name}`.replaceAll('.', '-');
}

const FORMAT: Partial<Record<FieldKind, FieldConstraints>> = {
  email: { format: 'email' },
  url: { format: 'uri' },
  date: { format: 'date' },
  number: { type: 'number' },
  checkbox: { type: 'boolean' },
};

export function Field(props: FieldProps) {
  const { name, label, kind = 'text', hint, rules: own, check } = props;
  const form = useForm();
  const id = fieldId(form.id, name);
  const rules: FieldConstraints = { ...form.rulesOf(name), ...FORMAT[kind], ...own };
  const error = form.errors[name];
  const { register } = form;

  // Without a list of what it depends on: label, rules and check may be other ones at each drawing.
  // Before the form is seen: nobody sends it while it does not know its rules.
  useLayoutEffect(() => register({ name, id, label, short: props.short, rules, check }));

  const control: Control = {
    id,
    name,
    value: form.value[name],
    rules,
    describedBy: describedBy(id, hint, error, hasCounter(kind, rules)),
    invalid: error !== undefined,
    required: rules.required ?? false,
    disabled: props.disabled ?? false,
    autoComplete: props.autoComplete,
    placeholder: props.placeholder,
    onChange: (value) => form.set(name, value),
    onBlur: () => form.blur(name),
  };
  if (kind === 'checkbox') return <SingleChoice control={control} label={label} hint={hint} error={error} />;
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      error={error}
      required={control.required || (props.needed ?? false)}
      isGroup={isGroup(kind)}
    >
      {controlOf(kind, control, props)}
    </FieldFrame>
  );
}

function controlOf(kind: FieldKind, control: Control, props: FieldProps): ReactNode {
  const choices = props.choices ?? [];
  switch (kind) {
    case 'textarea':
      return <TextAreaControl control={control} rows={props.rows} />;
    case 'prose':
      return <TextAreaControl control={control} rows={props.rows ?? 8} isProse />;
    case 'password':
      return <PasswordControl control={control} />;
    case 'number':
      return <NumberControl control={control} />;
    case 'select':
      return <SelectControl control={control} choices={choices} />;
    case 'date':
      return <DateControl control={control} />;
    case 'radio':
      return <ChoiceCards control={control} choices={choices} />;
    case 'checkboxes':
      return <ChoiceGroup control={control} choices={choices} />;
    case 'tags':
      return <TagPicker control={control} choices={choices} free={props.free ?? false} label={props.label} />;
    default:
      return <TextControl control={control} type={kind} narrow={props.narrow ?? false} />;
  }
}

function isGroup(kind: FieldKind): boolean {
  return kind === 'radio' || kind === 'checkboxes';
}

function hasCounter(kind: FieldKind, rules: FieldConstraints): boolean {
  return (kind === 'textarea' || kind === 'prose') && rules.maxLength !== undefined;
}
