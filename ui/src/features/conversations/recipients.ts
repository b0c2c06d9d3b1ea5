// With whom somebody may begin a conversation (docs/domain/rights.md#conversations), as they type a name.
import { listResource } from '../../api/requests.ts';
import { loadOwnMentors } from '../../lib/conversations/mentors.ts';
import {
  currentUser,
  hasWork,
  isForCentre,
  isForOneself,
  menuOfNow,
  organizations,
  selectedOrganizationId,
} from '../../lib/session/session.ts';

const SUGGESTED = 6;
/** Their conversations go on for a while after that: the server says whether. */
const APPLIED = ['new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'] as const;

export interface Recipient {
  /** As a link to begin says it: 'users:7'. */
  value: string;
  label: string;
  note: string;
  text: string;
}

const isOfCentre = (): boolean => isForCentre(menuOfNow.value);
const isOfTeam = (): boolean => hasWork.value && !isForOneself.value;

/** Whether people can be found besides organisations. */
export const findsPeople = (): boolean => isOfTeam();

async function organizationsLike(q: string, signal: AbortSignal, note: string): Promise<Recipient[]> {
  const filter = isOfCentre() ? { q } : { q, statusEq: 'approved' as const };
  const { items } = await listResource('organizations', { filter, page: { size: SUGGESTED } }, { signal });
  const own = new Set(organizations.value.map(({ id }) => id));
  return items
    .filter(({ id }) => !own.has(id))
    .map(({ id, name }) => ({ value: `organizations:${id}`, label: name, note, text: name }));
}

async function peopleLike(q: string, signal: AbortSignal, note: string): Promise<Recipient[]> {
  const { items } = await listResource(
    'users',
    {
      filter: { q, statusIn: ['active'] },
      fields: { users: ['fullName'] },
      sort: 'last_name',
      page: { size: SUGGESTED },
    },
    { signal },
  );
  return items.map(({ id, fullName }) => ({ value: `users:${id}`, label: fullName, note, text: fullName }));
}

/** Who applied to the organisation, each once. */
async function applicantsLike(q: string, signal: AbortSignal): Promise<Recipient[]> {
  const of = selectedOrganizationId.value;
  const { items } = await listResource(
    'applications',
    {
      filter: { mineEq: false, stageIn: APPLIED, q, ...(of === null ? {} : { organizationIdEq: of }) },
      sort: 'name',
      page: { size: SUGGESTED * 2 },
    },
    { signal },
  );
  const byId = new Map<string, Recipient>();
  for (const { userId, name, vacancyTitle } of items)
    if (userId && !byId.has(userId))
      byId.set(userId, { value: `users:${userId}`, label: name, note: vacancyTitle, text: name });
  return [...byId.values()].slice(0, SUGGESTED);
}

/** Who guides the reader; there are few of them. */
async function mentorsLike(q: string, signal: AbortSignal, note: string): Promise<Recipient[]> {
  const mentors = await loadOwnMentors(signal);
  const typed = q.toLocaleLowerCase();
  return mentors
    .filter(({ name }) => name.toLocaleLowerCase().includes(typed))
    .map(({ id, name }) => ({ value: `users:${id}`, label: name, note, text: name }));
}

export interface RecipientNotes {
  organization: string;
  person: string;
  mentor: string;
}

export async function suggestRecipients(
  typed: string,
  signal: AbortSignal,
  notes: RecipientNotes,
): Promise<readonly Recipient[]> {
  const q = typed.trim();
  if (q === '') return [];
  const people = isOfCentre()
    ? peopleLike(q, signal, notes.person)
    : isOfTeam()
      ? applicantsLike(q, signal)
      : mentorsLike(q, signal, notes.mentor);
  const found = await Promise.all([people, organizationsLike(q, signal, notes.organization)]);
  const self = `users:${currentUser.value?.id ?? ''}`;
  return found.flat().filter(({ value }) => value !== self);
}
