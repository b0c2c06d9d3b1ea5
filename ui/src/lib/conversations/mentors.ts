// The mentors of who is signed in, at whichever School.
import { useResourceList } from '../../api/hooks.ts';
import { listResource } from '../../api/requests.ts';
import type { StudentLink } from '../../api/schema.d.ts';
import { currentUser } from '../session/session.ts';

export interface OwnMentor {
  id: string;
  name: string;
  school: string;
}

const paramsOf = (studentId: string) => ({ filter: { studentIdEq: studentId }, page: { size: 20 } }) as const;

/** Each once, also who guides at two Schools. */
function mentorsIn(links: readonly StudentLink[]): readonly OwnMentor[] {
  const byId = new Map<string, OwnMentor>();
  for (const { mentorId, mentorName, organizationName } of links)
    if (mentorId !== null && !byId.has(mentorId))
      byId.set(mentorId, { id: mentorId, name: mentorName, school: organizationName ?? '' });
  return [...byId.values()];
}

/** None where they cannot be had. */
export function useOwnMentors(isWanted = true): readonly OwnMentor[] {
  const me = currentUser.value?.id;
  const { items } = useResourceList('student_links', me !== undefined && isWanted ? paramsOf(me) : null);
  return mentorsIn(items);
}

export async function loadOwnMentors(signal: AbortSignal): Promise<readonly OwnMentor[]> {
  const me = currentUser.peek()?.id;
  if (me === undefined) return [];
  const { items } = await listResource('student_links', paramsOf(me), { signal });
  return mentorsIn(items);
}
