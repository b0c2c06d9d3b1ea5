// One person with what belongs to them: roles, offers, applications, notes, history.
import { signal } from '@preact/signals-react';
import { ApiError, get, patch, post, put, type Query, remove } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList, readMeta, readOne, writeDocument } from '../../api/jsonapi.ts';
import type { InternalNote, RoleInvitation } from '../../api/people-resources.ts';
import type { Application, Organization, User } from '../../api/resources.ts';
import { showError } from '../../lib/errors.ts';
import { TRAIL_QUERY } from '../../lib/trail.ts';
import { type Grantable, grantableIn } from './grantable.ts';

export const user = signal<User | null>(null);
/** What the reader may still give to this person. */
export const grantable = signal<readonly Grantable[]>([]);
/** What was done with the account, the latest first. */
export const trail = collection('audit_events');
/** Besides the changes, who looked. */
export const showsReading = signal(false);
export const offers = signal<readonly RoleInvitation[]>([]);
export const applications = signal<readonly Application[]>([]);
export const applicationsTotal = signal(0);
/** Null: the reader has nothing to do with notes about this person. */
export const notes = signal<readonly InternalNote[] | null>(null);
export const mayAddNote = signal(false);
export const isOffline = signal(false);

const APPLICATIONS_SHOWN = 5;

let wanted = '';

const pathOf = (id: string): string => `/users/${encodeURIComponent(id)}`;

/** What may be kept from the reader is empty then; the screen is not spoiled by it. */
async function listOf<T extends User | Application | InternalNote | RoleInvitation>(
  path: string,
  query: Query = {},
): Promise<{ items: T[]; meta: Record<string, unknown> } | null> {
  try {
    const { document } = await get(path, { query });
    return { items: readList<T>(document), meta: readMeta(document) };
  } catch {
    return null;
  }
}

export async function readUser(id: string): Promise<User | null> {
  const { document } = await get(pathOf(id), { query: { include: 'roles,organizations' } });
  grantable.value = grantableIn(readMeta(document));
  return readOne<User>(document);
}

async function loadBesides(id: string): Promise<void> {
  const about = { 'filter[user_id_eq]': id };
  const [sent, applied, written] = await Promise.all([
    listOf<RoleInvitation>('/role_invitations', {
      ...about,
      'fields[role_invitations]':
        'user_id,role,scope_type,scope_id,scope_name,state,sent_by_name,expires_at,answered_at,created_at',
      'page[size]': 100,
    }),
    listOf<Application>('/applications', {
      ...about,
      'fields[applications]': 'name,vacancy_title,organization_name,stage,created_at',
      sort: '-created_at',
      'page[size]': APPLICATIONS_SHOWN,
    }),
    listOf<InternalNote>(`${pathOf(id)}/internal_notes`, { 'page[size]': 100 }),
    loadTrail(id),
  ]);
  if (wanted !== id) return;
  offers.value = sent?.items ?? [];
  applications.value = applied?.items ?? [];
  applicationsTotal.value = Number(applied?.meta.total ?? 0);
  notes.value = written?.items ?? null;
  mayAddNote.value = Array.isArray(written?.meta.can) && written.meta.can.includes('create');
}

export const loadTrail = (id: string): Promise<void> =>
  trail.list({
    ...TRAIL_QUERY,
    'filter[subject_type_eq]': 'users',
    'filter[subject_id_eq]': id,
    ...(showsReading.peek() ? {} : { 'filter[is_reading_eq]': 'false' }),
  });

/** Does not throw: says what went wrong by itself. */
export async function loadUser(id: string): Promise<void> {
  wanted = id;
  if (user.peek()?.id !== id) {
    user.value = null;
    notes.value = null;
    trail.reset();
    showsReading.value = false;
    offers.value = [];
    applications.value = [];
  }
  isOffline.value = false;
  try {
    const [found] = await Promise.all([readUser(id), loadBesides(id)]);
    if (wanted === id) user.value = found;
  } catch (cause) {
    if (wanted !== id) return;
    if (cause instanceof ApiError && cause.isOffline) isOffline.value = true;
    else showError(cause);
  }
}

export interface RoleChoice {
  role: string;
  scopeType: string;
  scopeId: string;
}

export async function addRole(id: string, choice: RoleChoice): Promise<void> {
  await put(`${pathOf(id)}/add_role`, choice);
}

/** In the query: many a proxy drops the body of a DELETE. */
export async function removeRole(id: string, { role, scopeType, scopeId }: RoleChoice): Promise<void> {
  await remove(`${pathOf(id)}/remove_role`, { query: { role, scope_type: scopeType, scope_id: scopeId } });
}

export const withdrawOffer = async (id: string): Promise<void> => {
  await remove(`/role_invitations/${encodeURIComponent(id)}`);
};

/** The address that was written to. */
export async function sendLetter(
  id: string,
  which: 'invite' | 'resend_confirmation_instructions',
): Promise<string> {
  const { document } = await post(`${pathOf(id)}/${which}`);
  return String(readMeta(document).sentTo ?? '');
}

export async function addNote(id: string, note: string): Promise<void> {
  await post(`${pathOf(id)}/internal_notes`, writeDocument('internal_notes', { note }));
  await reloadNotes(id);
}

export async function changeNote(id: string, noteId: string, note: string): Promise<void> {
  await patch(`/internal_notes/${encodeURIComponent(noteId)}`, writeDocument('internal_notes', { note }));
  await reloadNotes(id);
}

export async function removeNote(id: string, noteId: string): Promise<void> {
  await remove(`/internal_notes/${encodeURIComponent(noteId)}`);
  await reloadNotes(id);
}

async function reloadNotes(id: string): Promise<void> {
  void loadTrail(id);
  const written = await listOf<InternalNote>(`${pathOf(id)}/internal_notes`, { 'page[size]': 100 });
  if (written && user.peek()?.id === id) notes.value = written.items;
}

/** Names that fit, for choosing one of many organisations. */
export async function findOrganizations(
  text: string,
  stop: AbortSignal,
  type?: Organization['organizationType'],
): Promise<readonly Organization[]> {
  try {
    const query = {
      'filter[name_cont]': text.trim(),
      'filter[organization_type_eq]': type,
      'fields[organizations]': 'name,organization_type',
      sort: 'name',
      'page[size]': 8,
    };
    const { document } = await get('/organizations', { query, signal: stop });
    return readList<Organization>(document);
  } catch {
    return [];
  }
}
