// A form: blur checks a field, submit checks all, what the server refuses lands on its field. Nothing typed is lost.

import {
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { serverWords } from '../../lib/locale/server-words.ts';
import './form.css';
import { Button } from '../actions/button.tsx';
import { classNames } from '../class-names.ts';
import { afterPress, followPresses } from './after-press.ts';
import { ErrorSummary, type SummaryLine } from './error-summary.tsx';
import {
  AskConstraints,
  ConstraintsContext,
  FormContext,
  type FormState,
  type FormValue,
  type RegisteredField,
} from './form-context.ts';
import { type Problem, problemsOf, sortProblems } from './problems.ts';
import {
  type BrokenRule,
  brokenRule,
  type FieldConstraints,
  type FieldValue,
  type FormConstraints,
} from './rules.ts';

export interface FormProps {
  /** The resource or the operation whose constraints hold: "vacancies", "POST /auth/sign_in"; of several the last one wins. */
  of?: string | readonly string[];
  /** Whose constraints hold for fields that begin so: `{ contact: 'registrations' }` for `contact.email`. */
  parts?: Readonly<Record<string, string>>;
  /** Constraints given by hand; they win over those of the resource. */
  constraints?: FormConstraints;
  /** What the fields start with. Another `key` starts the form anew. */
  value?: FormValue;
  /** Problems given back, or thrown as `errors`, are shown; anything else thrown says that it failed. */
  onSubmit: (
    value: FormValue,
    fields: readonly RegisteredField[],
    // biome-ignore lint/suspicious/noConfusingVoidType: a handler that gives nothing back is the usual one
  ) => Promise<readonly Problem[] | void> | readonly Problem[] | void;
  /** After each change, for drafts. */
  onChange?: (value: FormValue) => void;
  /** Told when the form becomes unsaved, and when it is saved again. */
  onUnsaved?: (isUnsaved: boolean) => void;
  children: ReactNode;
  className?: string;
  label?: string;
}

const NO_RULES: FieldConstraints = {};
const NO_VALUE: FormValue = {};

export function Form(props: FormProps) {
  const {
    of,
    parts,
    constraints,
    value: initial = NO_VALUE,
    onSubmit,
    onChange,
    onUnsaved,
    children,
    className,
    label,
  } = props;
  const { t } = useTranslation('components');
  const id = useId();
  const known = useContext(ConstraintsContext);
  const names = typeof of === 'string' ? of : (of ?? []).join('|');
  const fields = useRef(new Map<string, RegisteredField>());
  const summary = useRef<HTMLDivElement>(null);
  const [value, setValue] = useState<FormValue>(initial);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [lines, setLines] = useState<readonly SummaryLine[]>([]);
  const [failures, setFailures] = useState(0);
  const [busy, setBusy] = useState(false);
  const latest = useRef(value);
  const refused = useRef(new Map<string, { value: FieldValue; text: string }>());

  useEffect(() => {
    if (failures > 0) summary.current?.focus();
  }, [failures]);

  useEffect(followPresses, []);

  const askConstraints = useContext(AskConstraints);
  useEffect(() => {
    if (of) askConstraints();
  }, [of, askConstraints]);

  const actions = useMemo(() => {
    const rulesOf = (name: string) => {
      const [, part = '', rest = ''] = /^(\w+)\.(.+)$/.exec(name) ?? [];
      const found = names.split('|').map((each) => rulesNamed(known[each], name));
      return Object.assign(
        {},
        ...found,
        rulesNamed(known[parts?.[part] ?? ''], rest),
        rulesNamed(constraints, name),
      ) as FieldConstraints;
    };
    const register = (field: RegisteredField) => {
      fields.current.set(field.name, field);
      return () => {
        if (fields.current.get(field.name) === field) fields.current.delete(field.name);
      };
    };
    return { rulesOf, register };
  }, [known, names, parts, constraints]);

  function sentence(field: RegisteredField, broken: BrokenRule): string {
    return serverWords(t)(`rule.${broken.rule}`, {
      field: nameOf(field),
      count: broken.count ?? 0,
      limit: broken.limit,
    });
  }

  /** A question reads badly as the subject of a sentence. */
  function nameOf({ label, short }: RegisteredField): string {
    return short ?? (/[?.!]$/.test(label) ? t('form.this_answer') : label);
  }

  function errorOf(field: RegisteredField, all: FormValue): string | null {
    const broken = brokenRule(all[field.name], field.rules ?? NO_RULES);
    return broken ? sentence(field, broken) : (field.check?.(all[field.name], all) ?? null);
  }

  function showErrors(found: Readonly<Record<string, string>>, rest: readonly string[]) {
    const inOrder = inReadingOrder([...fields.current.values()]).filter((field) => found[field.name]);
    setErrors(found);
    setLines([
      ...inOrder.map((field) => ({ text: withLabel(field.label, found[field.name] ?? ''), id: field.id })),
      ...rest.map((text) => ({ text })),
    ]);
    setFailures((times) => times + 1);
  }

  function set(name: string, next: FieldValue) {
    latest.current = { ...latest.current, [name]: next };
    setValue(latest.current);
    onChange?.(latest.current);
    onUnsaved?.(true);
    // What was ticked is answered: its error does not wait until the focus leaves.
    if (typeof next !== 'string' && errors[name] !== undefined) blur(name);
  }

  function blur(name: string) {
    const field = fields.current.get(name);
    if (!field) return;
    const error = errorOf(field, latest.current) ?? refusedText(name);
    setErrors(({ [name]: _, ...others }) => (error ? { ...others, [name]: error } : others));
  }

  /** What the server refused stays so until something else is typed; leaving the field does not make it good. */
  function refusedText(name: string): string | null {
    const known = refused.current.get(name);
    return known && Object.is(known.value, latest.current[name]) ? known.text : null;
  }

  async function handleSubmit(event: SyntheticEvent) {
    event.preventDefault();
    event.stopPropagation();
    if (busy) return;
    const found: Record<string, string> = {};
    for (const field of fields.current.values()) {
      const error = errorOf(field, latest.current);
      if (error) found[field.name] = error;
    }
    if (Object.keys(found).length > 0) {
      showErrors(found, []);
      return;
    }
    // What was wrong stays until there is an answer: going, it would move what is pressed twice from under the finger.
    setBusy(true);
    try {
      const problems = await onSubmit(latest.current, [...fields.current.values()]);
      if (problems && problems.length > 0) showProblems(problems);
      else {
        setErrors({});
        setLines([]);
        onUnsaved?.(false);
      }
    } catch (error) {
      const isOffline = (error as { isOffline?: boolean } | null)?.isOffline === true;
      showProblems(problemsOf(error) ?? [{ detail: t(isOffline ? 'form.offline' : 'form.failed') }]);
    } finally {
      setBusy(false);
    }
  }

  function showProblems(problems: readonly Problem[]) {
    const { byField, rest } = sortProblems(problems, [...fields.current.keys()]);
    refused.current = new Map(
      Object.entries(byField).map(([name, text]) => [name, { value: latest.current[name], text }]),
    );
    showErrors(byField, rest);
  }

  const state: FormState = {
    id,
    value,
    errors,
    busy,
    set,
    blur: (name) => afterPress(() => blur(name)),
    ...actions,
  };
  return (
    <FormContext value={state}>
      <form
        className={classNames('form', className)}
        noValidate
        aria-label={label}
        aria-busy={busy}
        onSubmit={handleSubmit}
      >
        {lines.length > 0 ? <ErrorSummary ref={summary} lines={lines} /> : null}
        {children}
      </form>
    </FormContext>
  );
}

/** The api's names are snake_case, those of the screens camelCase. */
function rulesNamed(rules: FormConstraints | undefined, name: string): FieldConstraints | undefined {
  return rules?.[name] ?? rules?.[name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)];
}

/** In the list on top a sentence has to say which field it is about. */
function withLabel(label: string, text: string): string {
  if (text.startsWith(label)) return text;
  return label.endsWith('?') ? `${label} ${text}` : `${label.replace(/[.:]$/, '')}: ${text}`;
}

function inReadingOrder(fields: RegisteredField[]): RegisteredField[] {
  return fields.sort((a, b) => {
    const [one, other] = [document.getElementById(a.id), document.getElementById(b.id)];
    if (!one || !other) return 0;
    return one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
  });
}

export interface SubmitButtonProps {
  children?: ReactNode;
  large?: boolean;
  wide?: boolean;
  /** Not the one primary of the screen. */
  plain?: boolean;
  /** What it does cannot simply be taken back. */
  danger?: boolean;
}

export function SubmitButton({ children, large, wide, plain, danger }: SubmitButtonProps) {
  const form = useContext(FormContext);
  const { t } = useTranslation('components');
  return (
    <Button
      type="submit"
      variant={danger ? 'danger' : plain ? 'plain' : 'primary'}
      large={large}
      wide={wide}
      busy={form?.busy ?? false}
    >
      {children ?? t('form.submit')}
    </Button>
  );
}

/** Fields that stand beside each other where there is room. */
export function FieldPair({ children }: { children: ReactNode }) {
  return <div className="field-pair">{children}</div>;
}
