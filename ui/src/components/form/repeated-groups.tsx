// Groups of fields that occur several times: more places, days. Each group's fields are named `places.0.city`.
import { type ReactNode, useState } from 'react';
import { Button } from '../actions/button.tsx';
import { type FormValue, useForm } from './form-context.ts';
import { type FieldValue, isEmpty } from './rules.ts';

interface RepeatedGroupsProps {
  name: string;
  /** Something in one of these makes a group count. */
  fields: readonly string[];
  /** Fields that belong to a group, and do not make it count. */
  along?: readonly string[];
  /** What a new group begins with. */
  start?: Readonly<Record<string, FieldValue>>;
  atMost: number;
  addLabel: string;
  removeLabel: (number: number) => string;
  children: (prefix: string) => ReactNode;
}

/** How many groups have something in them, counted to the last one. */
export function countGroups(
  value: FormValue,
  { name, fields, atMost }: Pick<RepeatedGroupsProps, 'name' | 'fields' | 'atMost'>,
): number {
  for (let at = atMost; at > 0; at -= 1) {
    if (fields.some((field) => !isEmpty(value[`${name}.${at - 1}.${field}`]))) return at;
  }
  return 0;
}

/** The filled groups as objects, in order. */
export function groupsOf(
  value: FormValue,
  of: Pick<RepeatedGroupsProps, 'name' | 'fields' | 'atMost'>,
): Record<string, string | null>[] {
  const groups = Array.from({ length: countGroups(value, of) }, (_, at) =>
    Object.fromEntries(
      of.fields.map((field) => {
        const typed = value[`${of.name}.${at}.${field}`];
        return [field, typeof typed === 'string' && typed.trim() !== '' ? typed.trim() : null];
      }),
    ),
  );
  return groups.filter((group) => Object.values(group).some((each) => each !== null));
}

/** Objects as the fields of their groups. */
export function groupsToForm(name: string, groups: readonly object[], fields: readonly string[]): FormValue {
  return Object.fromEntries(
    groups.flatMap((group, at) =>
      fields.map((field) => [
        `${name}.${at}.${field}`,
        ((group as Readonly<Record<string, unknown>>)[field] as string | null) ?? '',
      ]),
    ),
  );
}

export function RepeatedGroups(props: RepeatedGroupsProps) {
  const { name, fields, along = [], start = {}, atMost, addLabel, removeLabel, children } = props;
  const { value, set } = useForm();
  const filled = countGroups(value, props);
  const [shown, setShown] = useState(filled);
  const count = Math.max(shown, filled);
  function remove(at: number) {
    for (let group = at; group < count; group += 1) {
      for (const field of [...fields, ...along])
        set(`${name}.${group}.${field}`, value[`${name}.${group + 1}.${field}`] ?? '');
    }
    setShown(count - 1);
  }
  function add() {
    for (const [field, each] of Object.entries(start)) set(`${name}.${count}.${field}`, each);
    setShown(count + 1);
  }
  return (
    <div className="stack">
      {Array.from({ length: count }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place in the list
        <div key={at} className="repeated-group stack">
          {children(`${name}.${at}`)}
          <div>
            <Button variant="quiet" small icon="close" onClick={() => remove(at)}>
              {removeLabel(at + 1)}
            </Button>
          </div>
        </div>
      ))}
      {count < atMost ? (
        <div>
          <Button icon="plus" onClick={add}>
            {addLabel}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
