// Notices: added, shown while their bar fills, gone at its end or when closed. Hover or focus holds the time.
import { signal } from '@preact/signals-react';

export const DEFAULT_DURATION_MS = 5000;
export const TICK_MS = 16;

export type ToastColor = 'success' | 'danger' | 'warning' | 'info' | 'primary' | 'muted';
export type ToastPosition =
  | 'top-left'
  | 'top-center'
  | 'top-right'
  | 'bottom-left'
  | 'bottom-center'
  | 'bottom-right';

export interface ToastAction {
  label: string;
  onClick: () => void;
}

export interface Toast {
  id: string;
  title: string;
  message: string;
  color: ToastColor;
  icon: string | null;
  closable: boolean;
  /** Milliseconds. 0 or less: stays until closed. */
  duration: number;
  /** 0 to 1. */
  progress: number;
  createdAt: number;
  /** Such as an undo. */
  action: ToastAction | null;
  /** When it goes: its time is over, or it was closed. */
  onGone: (() => void) | null;
}

export type ToastInput = Partial<Omit<Toast, 'progress' | 'createdAt'>> & { title: string };

export const toasts = signal<readonly Toast[]>([]);
export const toastPosition = signal<ToastPosition>('bottom-right');

interface Run {
  timer: ReturnType<typeof setInterval> | null;
  /** Time already shown before `startedAt`. */
  spent: number;
  startedAt: number;
}

const runs = new Map<string, Run>();
let count = 0;

export function addToast(input: ToastInput): string {
  count += 1;
  const id = input.id ?? `toast-${count}`;
  removeToast(id);
  const toast: Toast = {
    message: '',
    color: 'primary',
    icon: null,
    closable: true,
    duration: DEFAULT_DURATION_MS,
    action: null,
    onGone: null,
    ...input,
    id,
    progress: 0,
    createdAt: Date.now(),
  };
  toasts.value = [...toasts.value, toast];
  runs.set(id, { timer: null, spent: 0, startedAt: 0 });
  if (toast.duration > 0) resumeToast(id);
  return id;
}

function setProgress(id: string, progress: number): void {
  toasts.value = toasts.value.map((toast) => (toast.id === id ? { ...toast, progress } : toast));
}

function tick(id: string, run: Run): void {
  const toast = toasts.value.find((each) => each.id === id);
  if (!toast) return;
  const progress = Math.min(1, (run.spent + Date.now() - run.startedAt) / toast.duration);
  if (progress >= 1) removeToast(id);
  else setProgress(id, progress);
}

export function pauseToast(id: string): void {
  const run = runs.get(id);
  if (!run || run.timer === null) return;
  clearInterval(run.timer);
  run.timer = null;
  run.spent += Date.now() - run.startedAt;
}

/** Goes on with the time that was left. */
export function resumeToast(id: string): void {
  const run = runs.get(id);
  const toast = toasts.value.find((each) => each.id === id);
  if (!run || run.timer !== null || !toast || toast.duration <= 0) return;
  run.startedAt = Date.now();
  run.timer = setInterval(() => tick(id, run), TICK_MS);
}

export function removeToast(id: string): void {
  const gone = toasts.peek().find((toast) => toast.id === id);
  const run = runs.get(id);
  if (run?.timer) clearInterval(run.timer);
  runs.delete(id);
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
  gone?.onGone?.();
}

export function clearToasts(): void {
  for (const toast of toasts.value) removeToast(toast.id);
}
