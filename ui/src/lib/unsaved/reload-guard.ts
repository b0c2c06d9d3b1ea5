// Reloading by ourselves, but never in a circle: one reload of a page within ten seconds.
export const RECORD_MS = 10_000;

const KEY = 'voluntr-reload';

interface ReloadRecord {
  path: string;
  expires: number;
}

function readRecord(): ReloadRecord | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as ReloadRecord | null;
  } catch {
    return null;
  }
}

/** True when a reload of this path may be done now; writes it down. */
export function mayReload(path: string, now = Date.now(), lasts = RECORD_MS): boolean {
  const record = readRecord();
  if (record && record.path === path && record.expires >= now) return false;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path, expires: now + lasts }));
  } catch {
    // Without a record a circle could not be seen: then rather no reload.
    return false;
  }
  return true;
}

export function reloadPage(path = location.pathname): boolean {
  if (!mayReload(path)) return false;
  location.reload();
  return true;
}
