// The background of maps: whose it is and whether there is one. Asked once a visit; the tiles come from our own server.
import { pinned, reload } from '../../api/cache.ts';
import { CALLS } from '../../api/calls.ts';
import { keyOf } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';

export interface MapBackground {
  tiles: string;
  attribution: string;
  attributionUrl: string | null;
  minZoom: number;
  maxZoom: number;
  bounds: readonly number[];
}

const entry = pinned(keyOf('/map_backgrounds/current'), (signal) => send(CALLS.mapBackground, { signal }));

/** Null while there is none: maps then show outlines and names. */
export async function loadMapBackground(): Promise<MapBackground | null> {
  try {
    if (entry.status.peek() !== 'success') await reload(entry);
    const found = entry.data.peek()?.item;
    return found?.isAvailable ? found : null;
  } catch {
    return null;
  }
}
