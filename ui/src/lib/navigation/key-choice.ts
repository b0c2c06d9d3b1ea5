// Keys of one letter, and the choice to have none of them.
import { signal } from '@preact/signals-react';
import { readStored, store } from '../storage.ts';

const STORAGE_KEY = 'voluntr-shortcuts';

/** Whoever speaks to the device, or presses a key by accident, may want none of them (WCAG 2.1.4). */
export const areShortcutsOn = signal(readStored(STORAGE_KEY) !== 'off');

export function switchShortcuts(on: boolean): void {
  areShortcutsOn.value = on;
  store(STORAGE_KEY, on ? 'on' : 'off');
}

const FIELDS = ':is(input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable])';

export function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest(FIELDS) !== null;
}

/** Whether a key was pressed by itself, while nobody types. */
export function isKeyAlone(event: KeyboardEvent): boolean {
  const isOther = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented;
  return !isOther && areShortcutsOn.peek() && !isTyping(event.target);
}

/** Whether a press is a shortcut: no other key is held, nobody types, no dialog is open. */
export const isShortcut = (event: KeyboardEvent): boolean =>
  isKeyAlone(event) && document.querySelector('dialog:modal') === null;

/** A key that works on the screen of now, for the list of keys and the command palette. */
export interface ScreenKey {
  keys: readonly string[];
  says: string;
}

/** What can be done on the screen of now. */
export interface ScreenAction {
  label: string;
  key?: string | undefined;
  run: () => void;
}

export const screenKeys = signal<readonly ScreenKey[]>([]);
export const screenActions = signal<readonly ScreenAction[]>([]);
