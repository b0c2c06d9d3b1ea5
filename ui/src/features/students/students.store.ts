// The class of a School, and what is done with it.

import { refresh } from '../../api/cache.ts';
import { keyOf, useLoaded, useResourceList } from '../../api/hooks.ts';
import { createResource, listResource, removeResource, send, updateResource } from '../../api/requests.ts';
import type { Application, StudentLink } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { UNDER_WAY } from '../../lib/vacancies/stages.ts';
import { type ClassRow, type Mentor, rowsOf } from './class-list.ts';

export const PAGE_SIZE = 50;

export interface ClassState {
  q: string;
  page: number;
}

const NO_ROWS: readonly ClassRow[] = [];
const CLASS = 'class:';

/** A page of students with their links and running applications, and whether a link may be made at all. */
async function loadClass(schoolId: string, { q, page }: ClassState, signal: AbortSignal) {
  const students = await listResource(
    'users',
    {
      filter: { studentAtEq: schoolId, q },
      sort: ['last_name', 'first_name'],
      page: { number: page, size: PAGE_SIZE },
    },
    { signal },
  );
  const ids = students.items.map(({ id }) => id);
  const [links, running] = await Promise.all([linksOf(schoolId, ids, signal), runningOf(ids, signal)]);
  const canOf = ({ meta }: { meta: Readonly<Record<string, unknown>> }): readonly string[] =>
    Array.isArray(meta.can) ? (meta.can as string[]) : [];
  return {
    rows: rowsOf(students.items, links.items as StudentLink[], running),
    total: Number(students.meta.total ?? 0),
    pages: Number(students.meta.pages ?? 1),
    mayAdd: canOf(students).includes('create'),
    mayLink: canOf(links).includes('create'),
  };
}

export function useClass(schoolId: string, state: ClassState) {
  const {
    data,
    status,
    refresh: again,
  } = useLoaded(
    `${CLASS}${schoolId}:${state.page}:${state.q}`,
    (signal) => loadClass(schoolId, state, signal),
    { keeps: true },
  );
  return {
    rows: data?.rows ?? NO_ROWS,
    total: data?.total ?? 0,
    pages: data?.pages ?? 1,
    mayAdd: data?.mayAdd ?? false,
    mayLink: data?.mayLink ?? false,
    isFirst: data === undefined && status !== 'error',
    hasFailed: status === 'error',
    again,
  };
}

/** After a change: the class, and who has not answered. */
export const reloadClass = (): Promise<void> => refresh(CLASS, keyOf('/role_invitations'));

const linksOf = (schoolId: string, ids: readonly string[], signal: AbortSignal) =>
  listResource(
    'student_links',
    {
      filter: { organizationIdEq: schoolId, studentIdIn: ids.length > 0 ? ids : '0' },
      page: { size: PAGE_SIZE },
    },
    { signal },
  );

async function runningOf(ids: readonly string[], signal: AbortSignal): Promise<readonly Application[]> {
  if (ids.length === 0) return [];
  const { items } = await listResource(
    'applications',
    { filter: { userIdIn: ids, stageIn: UNDER_WAY }, page: { size: 100 } },
    { signal },
  );
  return items;
}

/** The mentors the asker may see: all of the School for who manages it, else nobody but themselves. Nobody to choose from is no failure: then the asker is the mentor. */
export const useMentors = (schoolId: string): readonly Mentor[] =>
  useResourceList('users', {
    filter: { mentorAtEq: schoolId },
    fields: { users: ['fullName'] },
    page: { size: 1000 },
  }).items.map(({ id, fullName }) => ({ id, name: fullName }));

export interface Guidance {
  mentorId: string | null;
  hourTarget: number | null;
}

export async function saveGuidance(schoolId: string, row: ClassRow, guidance: Guidance): Promise<void> {
  const { mentorId, hourTarget } = guidance;
  const attributes = { hourTarget, ...(mentorId ? { mentorId } : {}) };
  if (row.link) await updateResource('student_links', row.link.id, attributes);
  else
    await createResource('student_links', {
      studentId: row.student.id,
      organizationId: schoolId,
      ...attributes,
    });
}

export const letGo = (link: StudentLink): Promise<void> => removeResource('student_links', link.id);

export async function leaveSchool(schoolId: string, studentId: string): Promise<void> {
  await send(STAFF_CALLS.removeMember, { id: schoolId, query: { userId: studentId } });
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
  await send(STAFF_CALLS.addPerson, { body: { ...student, schoolId }, idempotencyKey });
}

/** How many the School asked who have not answered. A number that cannot be had is left out. */
export const useWaiting = (schoolId: string): number =>
  useResourceList('role_invitations', {
    filter: { waitsEq: true, scopeIdEq: schoolId },
    fields: { role_invitations: ['role'] },
    page: { size: 1 },
  }).total;
