// One's own roles, and the offers that wait for an answer.

import { refresh } from '../../../api/cache.ts';
import { CALLS } from '../../../api/calls.ts';
import { keyOf, useCall, useResourceList } from '../../../api/hooks.ts';
import { send } from '../../../api/requests.ts';
import type { Role } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { reloadSession } from '../../../lib/session/session.ts';

export function useOwnRoles() {
  const mine = useCall(CALLS.currentUser, { query: { include: 'roles' }, fresh: true });
  const offered = useResourceList('role_invitations', { filter: { mineEq: true }, page: { size: 100 } });
  const me = mine.data?.item ?? null;
  const failed = mine.status === 'error' || offered.status === 'error';
  return {
    me,
    roles: (me?.roles ?? []).filter(({ acceptedAt }) => acceptedAt !== null),
    offers: offered.items,
    hasFailed: failed,
    isLoaded:
      !failed &&
      me !== null &&
      offered.status !== 'idle' &&
      (offered.status === 'success' || offered.items.length > 0),
  };
}

export const reloadOwnRoles = (): Promise<void> =>
  refresh(keyOf('/current_user'), keyOf('/role_invitations'));

/** What one may do follows from it at once: the menu is loaded anew. */
async function reload(): Promise<void> {
  await Promise.all([reloadOwnRoles(), reloadSession()]);
}

export async function answerOffer(id: string, answer: 'accept' | 'decline'): Promise<void> {
  await send(answer === 'accept' ? STAFF_CALLS.acceptRole : STAFF_CALLS.declineRole, { id });
  await reload();
}

export async function giveUp({ name, scopeType, scopeId, userId }: Role): Promise<void> {
  await send(STAFF_CALLS.removeRole, { id: userId, query: { role: name, scopeType, scopeId } });
  await reload();
}
