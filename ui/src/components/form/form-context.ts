// What a form shares with its fields.
import { createContext, useContext } from 'react';
import type { FieldConstraints, FieldValue, FormConstraints } from './rules.ts';

export type FormValue = Readonly<Record<string, FieldValue>>;

export interface RegisteredField {
  name: string;
  id: string;
  label: string;
  short: string | undefined;
  rules: FieldConstraints;
  /** A rule of the screen's own: a sentence, or null when all is well. */
  check: ((value: FieldValue, all: FormValue) => string | null) | undefined;
}

export interface FormState {
  id: string;
  value: FormValue;
  errors: Readonly<Record<string, string>>;
  busy: boolean;
  rulesOf: (name: string) => FieldConstraints;
  set: (name: string, value: FieldValue) => void;
  blur: (name: string) => void;
  /** Returns how to leave again. */
  register: (field: RegisteredField) => () => void;
}

export const FormContext = createContext<FormState | null>(null);

/** Constraints by resource, given once by the app: `<Form of="vacancies">` finds its own. */
export const ConstraintsContext = createContext<Readonly<Record<string, FormConstraints>>>({});

/** A form of a resource asks for them: a page without one has nothing to wait for. */
export const AskConstraints = createContext<() => void>(() => {});

export function useForm(): FormState {
  const form = useContext(FormContext);
  if (!form) throw new Error('a field stands outside a form');
  return form;
}

/** The value of one field, for what depends on it. */
export function useFieldValue(name: string): FieldValue {
  return useForm().value[name];
}
