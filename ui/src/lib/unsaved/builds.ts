// A new build of the app: noticed by asking, taken at a moment that loses nothing.
import { getFile } from '../../api/download.ts';
import { reloadPage } from './reload-guard.ts';
import { hasUnsaved } from './unsaved.ts';

export const POLL_MS = 10 * 60 * 1000;
export const LATEST = '/builds/latest.json';

let running: string | null = null;
let isStale = false;

async function readLatest(): Promise<string | null> {
  try {
    const latest = (await getFile(LATEST)) as { id?: unknown } | null;
    return typeof latest?.id === 'string' ? latest.id : null;
  } catch {
    return null;
  }
}

/** True when the server has another build than the one that runs here. */
export async function checkBuild(): Promise<boolean> {
  const latest = await readLatest();
  if (latest === null) return false;
  running ??= latest;
  isStale = latest !== running;
  return isStale;
}

/** Reloads for a new build, unless somebody is typing. */
export function takeNewBuild(): boolean {
  return isStale && !hasUnsaved.peek() && reloadPage();
}

export function followBuilds(interval = POLL_MS): () => void {
  const check = async (): Promise<void> => {
    if (await checkBuild()) takeNewBuild();
  };
  void check();
  const timer = setInterval(() => void check(), interval);
  return () => clearInterval(timer);
}
