// How much waits for the centre: one source for the menu, the views and the title of the screen.
import { send } from '../../api/requests.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';

/** The total of the list itself; of one kind where it is named. */
export async function countWaiting(kind: string, signal: AbortSignal): Promise<number | null> {
  const { meta } = await send(STAFF_CALLS.moderation, {
    query: { ...(kind ? { 'filter[kind_eq]': kind } : {}), 'page[size]': 1 },
    signal,
    fresh: true,
  });
  return typeof meta.total === 'number' ? meta.total : null;
}
