// What somebody typed in the form that the server put in the page, before the app had drawn its own.
import { useState } from 'react';

export interface TypedForm {
  /** Every value that was given, by the name of its field; a box that is ticked gives its value. */
  values: ReadonlyMap<string, readonly string[]>;
  /** The field that had the focus. */
  focused: string | null;
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isBox = (control: Control): control is HTMLInputElement =>
  control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);

/** Null where nothing was changed and nothing has the focus. */
export function readTyped(form: HTMLFormElement, focused: Element | null): TypedForm | null {
  const values = new Map<string, string[]>();
  let isChanged = false;
  for (const control of form.querySelectorAll<Control>('input[name], textarea[name], select[name]')) {
    if (control instanceof HTMLInputElement && control.type === 'hidden') continue;
    const isGiven = isBox(control) ? control.checked : control.value !== '';
    isChanged ||= isBox(control)
      ? control.checked !== control.defaultChecked
      : 'defaultValue' in control && control.value !== control.defaultValue;
    if (isGiven) values.set(control.name, [...(values.get(control.name) ?? []), control.value]);
  }
  const field = focused && form.contains(focused) ? (focused as Control) : null;
  return isChanged || field ? { values, focused: field?.name || null } : null;
}

export interface ServerForm {
  /** What was typed; null where nothing was. Answers once: what is typed after that is typed in the app's form. */
  read: () => TypedForm | null;
}

/**
 * The server's form of that address, for a screen that takes its place. It is looked for while the screen is first
 * rendered, and can be read when it has left the page.
 */
export function useServerForm(address: string): ServerForm | null {
  const [form] = useState(() => findServerForm(address));
  return form;
}

function findServerForm(address: string): ServerForm | null {
  const forms = document.querySelectorAll<HTMLFormElement>('form[method="post"]');
  const form = [...forms].find((each) => each.getAttribute('action')?.endsWith(address));
  if (!form) return null;
  // A field that is taken out of the page has lost the focus by the time the app's own stands there.
  let focused = form.contains(document.activeElement) ? document.activeElement : null;
  const follow = ({ target }: FocusEvent): void => {
    focused = target instanceof Element && form.contains(target) ? target : null;
  };
  document.addEventListener('focusin', follow);
  let isRead = false;
  return {
    read: () => {
      document.removeEventListener('focusin', follow);
      if (isRead) return null;
      isRead = true;
      return readTyped(form, focused);
    },
  };
}
