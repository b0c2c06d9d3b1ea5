// A class list: each student with who guides them and what they asked for. Pure.
import type { Application, Organization, StudentLink, User } from '../../api/schema.d.ts';

export interface ClassRow {
  /** Of the student. */
  id: string;
  student: User;
  link: StudentLink | null;
  /** The newest that is not over. */
  application: Application | null;
}

/** The School whose class it is: the chosen organisation where that is one, else the first. */
export function schoolOf(organizations: readonly Organization[], chosen: string | null): Organization | null {
  const schools = organizations.filter(({ organizationType }) => organizationType === 'School');
  return schools.find(({ id }) => id === chosen) ?? schools[0] ?? null;
}

export function rowsOf(
  students: readonly User[],
  links: readonly StudentLink[],
  applications: readonly Application[],
): readonly ClassRow[] {
  return students.map((student) => ({
    id: student.id,
    student,
    link: links.find(({ studentId }) => studentId === student.id) ?? null,
    application: newest(applications.filter(({ userId }) => userId === student.id)),
  }));
}

function newest(applications: readonly Application[]): Application | null {
  const [first] = [...applications].sort((one, other) => other.createdAt.localeCompare(one.createdAt));
  return first ?? null;
}

/** Hours as they were typed: a whole number, or null for nothing agreed. */
export function hoursOf(typed: unknown): number | null {
  const text = String(typed ?? '').trim();
  return text === '' ? null : Number(text);
}

/** Whom a student may be given to: for who divides students all mentors, for a mentor themselves. */
export interface Mentor {
  id: string;
  name: string;
}

/** What may be done with a row: settled by what the server says of the link, or of making one. */
export function mayGuide({ link }: ClassRow, mayMake: boolean): boolean {
  return link === null ? mayMake : link.can.includes('update');
}

/** Whether some of them are somebody's own students. */
export const guidesSome = (rows: readonly ClassRow[], mentorId: string | null): boolean =>
  mentorId !== null && rows.some(({ link }) => link?.mentorId === mentorId);
