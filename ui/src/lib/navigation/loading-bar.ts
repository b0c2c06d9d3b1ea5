// The thin bar at the top: start, progress, finish, hide, reset. Nothing is shown for quick work.
import { effect, signal } from '@preact/signals-react';
import { callsUnderWay } from '../../api/client.ts';
import { isNavigating } from './navigation.ts';

export const THROTTLE_MS = 200;
export const DURATION_MS = 2000;
export const HIDE_DELAY_MS = 500;
export const RESET_DELAY_MS = 400;
export const HEIGHT_PX = 3;

const STEP_MS = 50;

export interface LoadingBarState {
  isLoading: boolean;
  isVisible: boolean;
  /** 0 to 100. */
  progress: number;
}

const AT_REST: LoadingBarState = { isLoading: false, isVisible: false, progress: 0 };

export const loadingBar = signal<LoadingBarState>(AT_REST);

let throttle: ReturnType<typeof setTimeout> | undefined;
let stepper: ReturnType<typeof setInterval> | undefined;
let hider: ReturnType<typeof setTimeout> | undefined;
let resetter: ReturnType<typeof setTimeout> | undefined;

function clearTimers(): void {
  clearTimeout(throttle);
  clearInterval(stepper);
  clearTimeout(hider);
  clearTimeout(resetter);
}

/** Nears the end but does not reach it: nobody knows how long it takes. */
export function progressAfter(elapsed: number): number {
  const completed = (elapsed / DURATION_MS) * 100;
  return (2 / Math.PI) * 100 * Math.atan(completed / 50);
}

export function startLoading(): void {
  if (loadingBar.value.isLoading) return;
  clearTimers();
  loadingBar.value = { isLoading: true, isVisible: false, progress: 0 };
  throttle = setTimeout(() => {
    const startedAt = Date.now();
    loadingBar.value = { isLoading: true, isVisible: true, progress: 0 };
    stepper = setInterval(() => {
      loadingBar.value = { ...loadingBar.value, progress: progressAfter(Date.now() - startedAt) };
    }, STEP_MS);
  }, THROTTLE_MS);
}

export function finishLoading(): void {
  if (!loadingBar.value.isLoading) return;
  clearTimers();
  if (!loadingBar.value.isVisible) {
    loadingBar.value = AT_REST;
    return;
  }
  loadingBar.value = { isLoading: false, isVisible: true, progress: 100 };
  hider = setTimeout(() => {
    loadingBar.value = { ...loadingBar.value, isVisible: false };
    resetter = setTimeout(() => {
      loadingBar.value = AT_REST;
    }, RESET_DELAY_MS);
  }, HIDE_DELAY_MS);
}

export function followWork(): () => void {
  return effect(() => {
    const isBusy = isNavigating.value || callsUnderWay.value > 0;
    // Not a dependency: the bar's own state must not start it again.
    queueMicrotask(() => (isBusy ? startLoading() : finishLoading()));
  });
}
