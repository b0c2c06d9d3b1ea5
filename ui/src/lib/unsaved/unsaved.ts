// The one place that knows whether leaving would lose work. The shell asks; nobody else does.
import { computed, signal } from '@preact/signals-react';

const names = signal<ReadonlySet<string>>(new Set());

export const hasUnsaved = computed(() => names.value.size > 0);

/** A form says that it holds unsaved work, and takes it back when saved or gone. */
export function markUnsaved(name: string): void {
  if (!names.value.has(name)) names.value = new Set([...names.value, name]);
}

export function markSaved(name: string): void {
  if (names.value.has(name)) names.value = new Set([...names.value].filter((each) => each !== name));
}

export function forgetUnsaved(): void {
  names.value = new Set();
}

/** The browser's own question, for a reload or a closed tab. */
export function followLeaving(): () => void {
  const ask = (event: BeforeUnloadEvent): void => {
    if (hasUnsaved.peek()) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}
