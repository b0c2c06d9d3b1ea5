// A changed theme, logo or footer shows in an open page without a reload. Asked only while somebody looks at the page and
// does something there: who left it open on a desk asks nothing.

import { CALLS } from '../../api/calls.ts';
import { getFile } from '../../api/download.ts';
import { send } from '../../api/requests.ts';
import { type CentreMeta, centreMeta, changeCentre } from './centre.ts';

export const ASK_MS = 4000;
/** Without a movement for this long nobody is there. */
export const AWAY_MS = 2 * 60 * 1000;
export const BRANDING = '/branding.json';

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'touchstart'] as const;

async function readVersion(): Promise<string | null> {
  try {
    const told = (await getFile(BRANDING)) as { version?: unknown } | null;
    return typeof told?.version === 'string' ? told.version : null;
  } catch {
    return null;
  }
}

/** What the server has now, in place of what the page began with. */
export async function reloadCentre(): Promise<void> {
  const query = { include: 'profile,theme,address' };
  const { item, meta } = await send(CALLS.currentCentre, { query, fresh: true });
  if (!item) return;
  centreMeta.value = { ...centreMeta.value, ...(meta as Partial<CentreMeta>) };
  changeCentre(item);
}

export function followBranding(interval = ASK_MS): () => void {
  let known: string | null = null;
  let seenAt = Date.now();
  let isAsking = false;

  const ask = async (): Promise<void> => {
    if (isAsking || document.visibilityState !== 'visible' || Date.now() - seenAt > AWAY_MS) return;
    isAsking = true;
    const version = await readVersion();
    if (version !== null && known !== null && version !== known) {
      await reloadCentre().catch(() => undefined);
    }
    known = version ?? known;
    isAsking = false;
  };
  const see = (): void => {
    const wasAway = Date.now() - seenAt > AWAY_MS;
    seenAt = Date.now();
    if (wasAway) void ask();
  };
  const come = (): void => {
    if (document.visibilityState === 'visible') see();
    void ask();
  };

  void ask();
  const timer = setInterval(() => void ask(), interval);
  for (const sign of SIGNS) addEventListener(sign, see, { passive: true });
  document.addEventListener('visibilitychange', come);
  return () => {
    clearInterval(timer);
    for (const sign of SIGNS) removeEventListener(sign, see);
    document.removeEventListener('visibilitychange', come);
  };
}
