// One part of a centre on its screen: a form that is saved on its own, what to do when somebody else was faster, and the
// history below it.
import type { ReactNode } from 'react';
import type { InputOf, ResourceOf } from '../../api/params.ts';
import { RowSkeletons } from '../../components/feedback/loading.tsx';
import { Form } from '../../components/form/form.tsx';
import type { FormValue } from '../../components/form/form-context.ts';
import type { FieldValue } from '../../components/form/rules.ts';
import { ConflictNotice, HistoryCard } from './setting-parts.tsx';
import type { Setting } from './use-setting.ts';

type EditedType = 'volunteer_centers' | 'volunteer_center_profiles';

interface SettingEditorProps<K extends EditedType> {
  type: K;
  setting: Setting<K>;
  /** The fields of this form, as it spells them: its history is theirs. */
  fields: readonly string[];
  label: string;
  toForm: (found: ResourceOf<K>) => FormValue;
  toAttributes: (value: FormValue) => InputOf<K>;
  className?: string;
  children: ReactNode | ((found: ResourceOf<K>) => ReactNode);
}

export function SettingEditor<K extends EditedType>({
  type,
  setting,
  fields,
  label,
  toForm,
  toAttributes,
  className,
  children,
}: SettingEditorProps<K>) {
  const { found, round, hasConflict, save, reload, onUnsaved } = setting;
  if (!found) return <RowSkeletons count={6} />;
  return (
    <>
      <Form
        key={round}
        of={type}
        value={toForm(found)}
        onUnsaved={onUnsaved}
        onSubmit={(value) => save(toAttributes(value))}
        label={label}
        {...(className ? { className } : {})}
      >
        {hasConflict ? <ConflictNotice onReload={() => void reload()} /> : null}
        {typeof children === 'function' ? children(found) : children}
      </Form>
      <HistoryCard type={type} id={found.id} fields={fields} round={round} onRestored={() => void reload()} />
    </>
  );
}

/** Texts of a resource as a form has them. */
export function textsOf(found: object, names: readonly string[]): FormValue {
  const stored = found as Readonly<Record<string, FieldValue>>;
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? '']));
}

/** The same texts to be stored: an empty one is none. */
export const textsTo = (value: FormValue, names: readonly string[]): Record<string, string | null> =>
  Object.fromEntries(names.map((name) => [name, String(value[name] ?? '').trim() || null]));
