// Registering somebody for a vacancy: what goes over the wire, and whom one can choose. Draws nothing.

import { CALLS } from '../../../api/calls.ts';
import { listResource, send } from '../../../api/requests.ts';
import type { Application, Operations, User, Vacancy } from '../../../api/schema.d.ts';
import type { SentAnswer } from '../apply/answers.ts';

/** Who may be registered here: a mentor's students only, a centre's people or anybody, whoever stands at the desk. */
export type Choice = 'known' | 'either' | 'new';

export function choiceOf({ can }: Pick<Vacancy, 'can'>): Choice {
  if (!can.includes('manage')) return 'known';
  return can.includes('approve') ? 'either' : 'new';
}

export interface Person {
  userId: string;
  firstName: string;
  lastName: string;
  email: string;
  phoneNumber: string;
  message: string;
  consent: boolean;
  answers: readonly SentAnswer[];
  waitlist: boolean;
  /** That the person is at least so old, where the vacancy asks it. */
  ageAtLeast: number | null;
}

type Walked = Operations['POST /vacancies/{id}/applications/walk_in']['body'];

/** Of somebody with an account the server knows the rest; what is left empty is not sent. Pure. */
export function attributesOf(person: Person): Walked {
  const { userId, message, consent, answers, waitlist, ageAtLeast, ...typed } = person;
  const said = userId === '' ? typed : { userId };
  const filled = Object.entries({ ...said, message })
    .map(([name, value]) => [name, value.trim()] as const)
    .filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(filled),
    consent,
    ...(answers.length > 0 ? { answers: [...answers] } : {}),
    ...(waitlist ? { waitlist } : {}),
    ...(ageAtLeast === null ? {} : { ageAtLeast }),
  };
}

export async function register(
  vacancyId: string,
  person: Person,
  idempotencyKey: string,
): Promise<Application | null> {
  const { item } = await send(CALLS.register, { id: vacancyId, body: attributesOf(person), idempotencyKey });
  return item;
}

/** People by name or address, of those whom the reader may register. */
export async function findPeople(typed: string, signal: AbortSignal): Promise<readonly User[]> {
  if (typed.trim().length < 2) return [];
  try {
    const { items } = await listResource(
      'users',
      { filter: { q: typed.trim() }, page: { size: 20 }, sort: ['last_name', 'first_name'] },
      { signal },
    );
    return items.filter((user) => user.can.includes('register'));
  } catch {
    return [];
  }
}
