// What somebody typed is kept on this device until it is saved. And: whether there is a connection.
import { signal } from '@preact/signals-react';
import { forget, readStored, store, storedKeys } from '../storage.ts';

const PREFIX = 'voluntr-draft:';
const KEPT_MS = 14 * 24 * 60 * 60 * 1000;

interface Draft<T> {
  values: T;
  savedAt: number;
}

/** Name a draft after what it is of: 'vacancies/new', 'vacancies/12', 'applications/for-12'. */
export function readDraft<T>(name: string): T | null {
  const draft = readStored<Draft<T>>(PREFIX + name);
  if (!draft) return null;
  if (Date.now() - draft.savedAt <= KEPT_MS) return draft.values;
  forget(PREFIX + name);
  return null;
}

export function draftSavedAt(name: string): Date | null {
  const draft = readStored<Draft<unknown>>(PREFIX + name);
  return draft ? new Date(draft.savedAt) : null;
}

export function saveDraft(name: string, values: unknown): void {
  store(PREFIX + name, { values, savedAt: Date.now() });
}

export function dropDraft(name: string): void {
  forget(PREFIX + name);
}

/** At sign-out on a shared computer nothing of one person stays for the next. */
export function dropAllDrafts(): void {
  for (const key of storedKeys(PREFIX)) forget(key);
}

export const isOnline = signal(typeof navigator === 'undefined' ? true : navigator.onLine);

export function followConnection(): () => void {
  const update = (): void => {
    isOnline.value = navigator.onLine;
  };
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
  return () => {
    removeEventListener('online', update);
    removeEventListener('offline', update);
  };
}
