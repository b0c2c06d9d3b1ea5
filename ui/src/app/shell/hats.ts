// For whom one works: the centre, an organisation, or oneself. Choosing is explicit; it narrows what the lists hold.
import { computed } from '@preact/signals-react';
import { centre } from '../../lib/centre/centre.ts';
import {
  currentUser,
  hasWork,
  isForCentre,
  isForOneself,
  menu,
  ONESELF,
  organizations,
  selectedOrganizationId,
  selectOrganization,
} from '../../lib/session/session.ts';

export interface Hat {
  kind: 'centre' | 'organization' | 'oneself';
  /** Of the organisation. */
  id: string | null;
  name: string;
  isWorn: boolean;
}

/** Empty for who has no work here. */
export const hats = computed<readonly Hat[]>(() => {
  if (!hasWork.value) return [];
  const now = selectedOrganizationId.value;
  const own = organizations.value.map(({ id, name }) => ({
    kind: 'organization' as const,
    id,
    name,
    isWorn: now === id,
  }));
  const ofCentre: Hat[] = isForCentre(menu.value)
    ? [{ kind: 'centre', id: null, name: centre.value?.name ?? '', isWorn: now === null }]
    : [];
  const me = currentUser.value?.fullName ?? '';
  return [...ofCentre, ...own, { kind: 'oneself', id: null, name: me, isWorn: isForOneself.value }];
});

/** The hat that is worn. */
export const hatOfNow = computed(() => hats.value.find(({ isWorn }) => isWorn) ?? null);

/** What was decided under the old hat is sent under it. */
export async function wear({ kind, id }: Pick<Hat, 'kind' | 'id'>): Promise<void> {
  const { sendAll } = await import('../../lib/decisions/pending-decisions.ts');
  await sendAll();
  selectOrganization(kind === 'oneself' ? ONESELF : id);
}
