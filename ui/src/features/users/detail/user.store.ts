// One person with what belongs to them: roles, offers, applications, notes, history.
import { refresh } from '../../../api/cache.ts';
import type { RolePlace } from '../../../api/calls.ts';
import { keyOf, useCall, useResource, useResourceList } from '../../../api/hooks.ts';
import { listResource, pathOf, removeResource, send, updateResource } from '../../../api/requests.ts';
import type { InternalNote, Organization, RoleInvitation } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { AUDIT_LOG_PARAMS } from '../../../lib/audit/audit-log.ts';
import { type Grantable, grantableIn } from '../roles/grantable.ts';

const APPLICATIONS_SHOWN = 5;

/** With what the reader may still give to this person. */
export function useUser(id: string) {
  const {
    item,
    meta,
    error,
    refresh: again,
  } = useResource('users', id, { include: ['roles', 'organizations'] });
  const grantable: readonly Grantable[] = grantableIn(meta);
  return { user: item, grantable, error, again };
}

// What may be kept from the reader is empty then; the screen is not spoiled by it.

export const useOffers = (id: string): readonly RoleInvitation[] =>
  useResourceList('role_invitations', {
    filter: { userIdEq: id },
    fields: {
      role_invitations: [
        'userId',
        'role',
        'scopeType',
        'scopeId',
        'scopeName',
        'state',
        'sentByName',
        'expiresAt',
        'answeredAt',
        'createdAt',
      ],
    },
    page: { size: 100 },
  }).items;

export const useApplications = (id: string) =>
  useResourceList('applications', {
    filter: { userIdEq: id },
    fields: { applications: ['name', 'vacancyTitle', 'organizationName', 'stage', 'createdAt'] },
    sort: '-created_at',
    page: { size: APPLICATIONS_SHOWN },
  });

/** Null: the reader has nothing to do with notes about this person. */
export function useNotes(id: string): { notes: readonly InternalNote[]; mayAdd: boolean } | null {
  const { data, status } = useCall(STAFF_CALLS.notes, { id, query: { 'page[size]': 100 } });
  if (!data || status === 'error') return null;
  return { notes: data.items, mayAdd: Array.isArray(data.meta.can) && data.meta.can.includes('create') };
}

/** What was done with the account, the latest first; besides the changes, who looked. */
export const useTrail = (id: string, showsReading: boolean) =>
  useResourceList('audit_events', {
    ...AUDIT_LOG_PARAMS,
    filter: {
      subjectTypeEq: 'users',
      subjectIdEq: id,
      ...(showsReading ? {} : { isReadingEq: false }),
    },
  });

const TRAIL = keyOf('/audit_events');

/** After a step everything about the person may be otherwise. */
export const reloadUser = (id: string): Promise<void> =>
  refresh(keyOf(pathOf('users', id)), keyOf('/role_invitations'), keyOf('/applications'), TRAIL);

export const addRole = (id: string, choice: RolePlace): Promise<unknown> =>
  send(STAFF_CALLS.addRole, { id, body: choice });

/** In the query: many a proxy drops the body of a DELETE. */
export const removeRole = (id: string, { role, scopeType, scopeId }: RolePlace): Promise<unknown> =>
  send(STAFF_CALLS.removeRole, { id, query: { role, scopeType, scopeId } });

export const withdrawOffer = (id: string): Promise<void> => removeResource('role_invitations', id);

/** The address that was written to. */
export async function sendLetter(
  id: string,
  which: 'invite' | 'resend_confirmation_instructions',
): Promise<string> {
  const { meta } = await send(which === 'invite' ? STAFF_CALLS.invite : STAFF_CALLS.resendConfirmation, {
    id,
  });
  return String(meta.sentTo ?? '');
}

const reloadNotes = (id: string): Promise<void> =>
  refresh(`${keyOf(pathOf('users', id))}/internal_notes`, TRAIL);

export async function addNote(id: string, note: string): Promise<void> {
  await send(STAFF_CALLS.addNote, { id, body: { note } });
  await reloadNotes(id);
}

export async function changeNote(id: string, noteId: string, note: string): Promise<void> {
  await updateResource('internal_notes', noteId, { note });
  await reloadNotes(id);
}

export async function removeNote(id: string, noteId: string): Promise<void> {
  await removeResource('internal_notes', noteId);
  await reloadNotes(id);
}

/** Names that fit, for choosing one of many organisations. */
export async function findOrganizations(
  text: string,
  stop: AbortSignal,
  type?: Organization['organizationType'],
): Promise<readonly Organization[]> {
  try {
    const { items } = await listResource(
      'organizations',
      {
        filter: { nameCont: text.trim(), organizationTypeEq: type },
        fields: { organizations: ['name', 'organizationType'] },
        sort: 'name',
        page: { size: 8 },
      },
      { signal: stop },
    );
    return items;
  } catch {
    return [];
  }
}
