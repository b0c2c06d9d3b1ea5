// Papers of somebody's own hours: what they would say, making them, fetching and withdrawing them.
import { refresh } from '../../../api/cache.ts';
import { fetchFile } from '../../../api/download.ts';
import { keyOf, useCall, useLoaded, useResourceList } from '../../../api/hooks.ts';
import { HOURS_CALLS, type NewProof, type Proof } from '../../../api/hours-calls.ts';
import { send } from '../../../api/requests.ts';
import { saveFile } from '../../../lib/export/download.ts';

const PATH = '/proofs';
const NO_PROOFS: readonly Proof[] = [];

/** Null: nothing is chosen yet of which it could be. */
export function usePreview(asked: NewProof | null) {
  const key = asked === null ? null : `${keyOf(PATH)}/preview#${JSON.stringify(asked)}`;
  const load = async (signal: AbortSignal) => {
    if (asked === null) throw new Error('nothing is asked');
    const { meta } = await send(HOURS_CALLS.previewProof, { body: asked, signal });
    return meta;
  };
  return useLoaded(key, load, { keeps: true });
}

export function useProofs() {
  const { data, status, refresh: again } = useCall(HOURS_CALLS.proofs, {});
  return { items: data?.items ?? NO_PROOFS, isFailed: status === 'error', again };
}

/** Workshops and activities where they were. */
export const useAttended = () =>
  useResourceList('activity_registrations', {
    filter: { mineEq: true, attendanceEq: 'present' },
    include: ['activity', 'occurrence'],
    sort: '-starts_at',
    page: { size: 50 },
  }).items;

export async function makeProof(body: NewProof, idempotencyKey: string): Promise<Proof> {
  const { item } = await send(HOURS_CALLS.makeProof, { body, idempotencyKey });
  if (item === null) throw new Error('the answer holds no paper');
  await refresh(keyOf(PATH));
  return item;
}

export async function downloadProof(id: string): Promise<void> {
  const { fileName, content } = await fetchFile(HOURS_CALLS.proofFile, id);
  saveFile(fileName, content);
}

/** In a tab of its own, from which it is printed; where the browser opens none it is saved. */
export async function openProof(id: string, tab: Window | null): Promise<void> {
  try {
    const { fileName, content } = await fetchFile(HOURS_CALLS.proofFile, id);
    if (tab === null) saveFile(fileName, content);
    else tab.location.href = URL.createObjectURL(content);
  } catch (cause) {
    tab?.close();
    throw cause;
  }
}

export async function withdrawProof(id: string): Promise<void> {
  await send(HOURS_CALLS.withdrawProof, { id });
  await refresh(keyOf(PATH));
}
