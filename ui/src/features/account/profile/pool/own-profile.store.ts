// One's own profile: saving it, being found or not, who looked, and who may not.
import { refresh } from '../../../../api/cache.ts';
import { keyOf, useCall } from '../../../../api/hooks.ts';
import { type OwnProfile, POOL_CALLS, type VisibilityInput } from '../../../../api/pool-calls.ts';
import { listResource, send } from '../../../../api/requests.ts';
import type { FormValue } from '../../../../components/form/form-context.ts';
import { changesOf } from './own-profile.ts';

const PROFILE = '/volunteer_profiles/current';

export function useOwnProfile() {
  const { data, status, refresh: again } = useCall(POOL_CALLS.ownProfile, {});
  return { profile: data?.item ?? null, hasFailed: status === 'error', refresh: again };
}

/** The card as organisations see it now; null while it is not known. */
export const usePreview = () => useCall(POOL_CALLS.preview, {}).data?.item ?? null;

export const useLooks = () => useCall(POOL_CALLS.looks, {}).data?.items ?? [];

export function useBlocks() {
  const { data, status } = useCall(POOL_CALLS.blocks, {});
  return { blocks: data?.items ?? [], isThere: status === 'success' };
}

/** How many organisations wait for an answer; none while that is not known. */
export function useOpenReplies(): number {
  const query = { 'filter[direction_eq]': 'received', 'filter[status_in]': 'open', 'page[size]': 1 } as const;
  const { data } = useCall(POOL_CALLS.replies, { query });
  return typeof data?.meta.total === 'number' ? data.meta.total : 0;
}

async function reloadAll(): Promise<void> {
  await Promise.all([refresh(keyOf(PROFILE)), refresh(keyOf(`${PROFILE}/preview`))]);
}

export async function saveProfile(before: FormValue, after: FormValue): Promise<OwnProfile | null> {
  const body = changesOf(before, after);
  if (Object.keys(body).length === 0) return null;
  const { item } = await send(POOL_CALLS.changeProfile, { body });
  await reloadAll();
  return item;
}

export async function setVisibility(body: VisibilityInput): Promise<void> {
  await send(POOL_CALLS.setVisibility, { body });
  await reloadAll();
}

export async function block(id: string): Promise<void> {
  await send(POOL_CALLS.block, { id });
  await refresh(keyOf(`${PROFILE}/blocks`));
}

export async function unblock(id: string): Promise<void> {
  await send(POOL_CALLS.unblock, { id });
  await refresh(keyOf(`${PROFILE}/blocks`));
}

/** Organisations by a part of their name; none when the server cannot be asked. */
export async function suggestOrganizations(text: string, signal: AbortSignal) {
  const typed = text.trim();
  if (typed.length < 2) return [];
  try {
    const { items } = await listResource(
      'organizations',
      { filter: { nameCont: typed }, fields: { organizations: ['name', 'city'] }, page: { size: 6 } },
      { signal },
    );
    return items.map(({ id, name, city }) => ({ value: id, label: name, text: '', note: city ?? '' }));
  } catch {
    return [];
  }
}
