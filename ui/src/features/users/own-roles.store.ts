// One's own roles, and the offers that wait for an answer.
import { signal } from '@preact/signals-react';
import { get, put, remove } from '../../api/client.ts';
import { readList, readOne } from '../../api/jsonapi.ts';
import type { RoleInvitation } from '../../api/people-resources.ts';
import type { Role, User } from '../../api/resources.ts';
import { reloadSession } from '../../lib/session.ts';

export const me = signal<User | null>(null);
export const ownRoles = signal<readonly Role[]>([]);
export const ownOffers = signal<readonly RoleInvitation[]>([]);
export const ownStatus = signal<'pending' | 'success' | 'error'>('pending');

export async function loadOwnRoles(): Promise<void> {
  try {
    const [mine, offered] = await Promise.all([
      get('/current_user', { query: { include: 'roles' }, fresh: true }),
      get('/role_invitations', { query: { 'filter[mine_eq]': true, 'page[size]': 100 } }),
    ]);
    me.value = readOne<User>(mine.document);
    ownRoles.value = (me.value?.roles ?? []).filter(({ acceptedAt }) => acceptedAt !== null);
    ownOffers.value = readList<RoleInvitation>(offered.document);
    ownStatus.value = 'success';
  } catch {
    ownStatus.value = 'error';
  }
}

/** What one may do follows from it at once: the menu is loaded anew. */
async function reload(): Promise<void> {
  await Promise.all([loadOwnRoles(), reloadSession()]);
}

export async function answerOffer(id: string, answer: 'accept' | 'decline'): Promise<void> {
  await put(`/role_invitations/${encodeURIComponent(id)}/${answer}`);
  await reload();
}

export async function giveUp({ name, scopeType, scopeId, userId }: Role): Promise<void> {
  await remove(`/users/${encodeURIComponent(userId)}/remove_role`, {
    query: { role: name, scope_type: scopeType, scope_id: scopeId },
  });
  await reload();
}
