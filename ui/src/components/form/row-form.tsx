// A form of one row: it starts with the row's attributes, and gives those that have a field. `address.street` is a part of
// the attribute `address`.
import { Form, type FormProps } from './form.tsx';
import type { FormValue, RegisteredField } from './form-context.ts';
import type { FieldValue } from './rules.ts';

export type Attributes = Readonly<Record<string, unknown>>;

export interface RowFormProps<A> extends Omit<FormProps, 'value' | 'onSubmit'> {
  /** None: a new row. */
  row?: object | null;
  /** The attributes are of the type that the constraints of the fields make them. */
  onSave: (attributes: A) => Promise<void>;
}

export function RowForm<A extends object = Attributes>({ row, onSave, ...props }: RowFormProps<A>) {
  return (
    <Form
      {...props}
      value={formValueOf(row ?? {})}
      onSubmit={(value, fields) => onSave(attributesOf(value, fields) as A)}
    />
  );
}

/** A row → the values of its fields. */
export function formValueOf(row: object): FormValue {
  const values = Object.entries(row).flatMap(([name, value]): [string, FieldValue][] => {
    if (value === null || value === undefined) return [[name, '']];
    if (Array.isArray(value)) return [[name, value.map(String)]];
    if (typeof value !== 'object') return [[name, typeof value === 'number' ? String(value) : value]];
    return Object.entries(formValueOf(value)).map(([part, inner]) => [`${name}.${part}`, inner]);
  });
  return Object.fromEntries(values);
}

/** The values of the fields → attributes. What is empty is null; texts are trimmed. */
export function attributesOf(value: FormValue, fields: readonly RegisteredField[]): Attributes {
  const attributes: Record<string, unknown> = {};
  for (const { name, rules } of fields) {
    const [first = name, part] = name.split('.');
    const given = sent(value[name], rules.type);
    if (part === undefined) attributes[first] = given;
    else attributes[first] = { ...(attributes[first] as object | undefined), [part]: given };
  }
  return attributes;
}

function sent(value: FieldValue, type: unknown): unknown {
  if (type === 'boolean') return value === true;
  const text = typeof value === 'string' ? value.trim() : value;
  if (text === undefined || text === '') return null;
  return type === 'number' || type === 'integer' ? Number(text) : text;
}
