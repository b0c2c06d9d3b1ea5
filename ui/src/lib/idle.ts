// What can wait until the browser has nothing else to do.

/** At the latest after this, also on a device that is never idle. */
const LATEST_MS = 4000;

export function whenIdle(work: () => void): void {
  // Safari has no such call.
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: LATEST_MS });
  else setTimeout(work, LATEST_MS / 2);
}
