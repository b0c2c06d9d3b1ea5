// Steps back and forward in an editor. What is typed in one field without a pause is one step. Pure.

const MOST_STEPS = 100;
/** Typing goes on within this time. */
const PAUSE_MS = 1500;

export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** The field that was typed in last, and when. */
  readonly typing: { readonly field: string; readonly at: number } | null;
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

export const begun = <T>(now: T): History<T> => ({ past: [], now, future: [], typing: null });

/** A change; of a field that is being typed in, when one is named. */
export function withStep<T>(history: History<T>, next: T, field?: string, at = Date.now()): History<T> {
  if (isSame(history.now, next)) return history;
  const { typing } = history;
  const goesOn = field !== undefined && typing?.field === field && at - typing.at < PAUSE_MS;
  return {
    past: goesOn ? history.past : [...history.past, history.now].slice(-MOST_STEPS),
    now: next,
    future: [],
    typing: field === undefined ? null : { field, at },
  };
}

export function back<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return {
    past: history.past.slice(0, -1),
    now: before,
    future: [history.now, ...history.future],
    typing: null,
  };
}

export function forward<T>(history: History<T>): History<T> {
  const [after, ...rest] = history.future;
  if (after === undefined) return history;
  return { past: [...history.past, history.now], now: after, future: rest, typing: null };
}

/** Ctrl Z and Shift Ctrl Z, or with Cmd; null for any other key. */
export function stepOfKey(event: KeyboardEvent): 'undo' | 'redo' | null {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return null;
  return event.shiftKey ? 'redo' : 'undo';
}
