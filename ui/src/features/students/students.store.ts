// The class of a School, and what is done with it.
import { signal } from '@preact/signals-react';
import { get, post, remove } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList, readMeta, writeDocument } from '../../api/jsonapi.ts';
import type { Application, StudentLink, User } from '../../api/resources.ts';
import { UNDER_WAY } from '../../lib/stages.ts';
import { type ClassRow, type Mentor, rowsOf } from './class-list.ts';

export const PAGE_SIZE = 50;

export interface ClassState {
  q: string;
  page: number;
}

export const students = collection('users');
const links = collection('student_links');

export const classRows = signal<readonly ClassRow[]>([]);
export const classStatus = signal<'pending' | 'success' | 'error'>('pending');
/** Whether a link may be made at all. */
export const mayLink = signal(false);
/** The mentors the asker may see: all of the School for who manages it, else nobody but themselves. */
export const mentors = signal<readonly Mentor[]>([]);

let latest = 0;

/** Does not throw: see `classStatus`. */
export async function loadClass(schoolId: string, { q, page }: ClassState): Promise<void> {
  latest += 1;
  const mine = latest;
  if (classRows.peek().length === 0) classStatus.value = 'pending';
  await students.list({
    'filter[student_at_eq]': schoolId,
    'filter[q]': q,
    sort: 'last_name,first_name',
    'page[number]': page > 1 ? page : null,
    'page[size]': PAGE_SIZE,
  });
  if (mine !== latest) return;
  if (students.status.peek() === 'error') {
    classStatus.value = 'error';
    return;
  }
  try {
    const found = students.items.peek();
    const ids = found.map(({ id }) => id);
    const [made, running] = await Promise.all([linksOf(schoolId, ids), runningOf(ids)]);
    if (mine !== latest) return;
    classRows.value = rowsOf(found, made, running);
    classStatus.value = 'success';
  } catch {
    if (mine === latest) classStatus.value = 'error';
  }
}

async function linksOf(schoolId: string, ids: readonly string[]): Promise<readonly StudentLink[]> {
  await links.list({
    'filter[organization_id_eq]': schoolId,
    'filter[student_id_in]': ids.length > 0 ? ids : '0',
    'page[size]': PAGE_SIZE,
  });
  const failed = links.error.peek();
  if (failed) throw failed;
  mayLink.value = links.can.peek().includes('create');
  return links.items.peek();
}

async function runningOf(ids: readonly string[]): Promise<readonly Application[]> {
  if (ids.length === 0) return [];
  const { document } = await get('/applications', {
    query: { 'filter[user_id_in]': ids, 'filter[stage_in]': UNDER_WAY, 'page[size]': 100 },
  });
  return readList<Application>(document);
}

/** Nobody to choose from is no failure: then the asker is the mentor. */
export async function loadMentors(schoolId: string): Promise<void> {
  try {
    const { document } = await get('/users', {
      query: {
        'filter[mentor_at_eq]': schoolId,
        'fields[users]': 'full_name',
        'page[size]': 1000,
      },
    });
    mentors.value = readList<User>(document).map(({ id, fullName }) => ({ id, name: fullName }));
  } catch {
    mentors.value = [];
  }
}

export interface Guidance {
  mentorId: string | null;
  hourTarget: number | null;
}

export async function saveGuidance(schoolId: string, row: ClassRow, guidance: Guidance): Promise<void> {
  const { mentorId, hourTarget } = guidance;
  const attributes = { hourTarget, ...(mentorId ? { mentorId } : {}) };
  if (row.link) await links.update(row.link.id, attributes);
  else await links.create({ studentId: row.student.id, organizationId: schoolId, ...attributes });
}

export const letGo = (link: StudentLink): Promise<void> => links.remove(link.id);

export async function leaveSchool(schoolId: string, studentId: string): Promise<void> {
  await remove(`/organizations/${encodeURIComponent(schoolId)}/members`, { query: { user_id: studentId } });
}

export interface NewStudent {
  firstName: string;
  lastName: string;
  email: string;
}

/** A question: whoever is asked is in the class after a yes. */
export async function addStudent(
  schoolId: string,
  student: NewStudent,
  idempotencyKey: string,
): Promise<void> {
  await post('/users', writeDocument('users', { ...student, schoolId }), { idempotencyKey });
}

/** How many the School asked who have not answered. A number that cannot be had is left out. */
export const waitingCount = signal(0);

export async function loadWaiting(schoolId: string): Promise<void> {
  const query = {
    'filter[waits_eq]': 'true',
    'filter[scope_id_eq]': schoolId,
    'fields[role_invitations]': 'role',
    'page[size]': 1,
  };
  const total = await get('/role_invitations', { query })
    .then(({ document }) => readMeta(document).total)
    .catch(() => 0);
  waitingCount.value = typeof total === 'number' ? total : 0;
}
