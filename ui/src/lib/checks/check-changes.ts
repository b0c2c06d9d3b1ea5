// Writing down what was seen of checks, asking for them, and saying that one has them.

import { refresh } from '../../api/cache.ts';
import { CHECK_CALLS, type CheckKind, type NewCheck, type SeenPaper } from '../../api/check-calls.ts';
import { keyOf, mutate } from '../../api/hooks.ts';
import { listResource, send } from '../../api/requests.ts';
import { isForCentre, menuOfNow, selectedOrganizationId } from '../session/session.ts';

const PATH = '/checks';
const SUGGESTED = 8;

/** The organisation for which one works; null: for the centre, or for the only organisation there is. */
export const worksFor = (): string | null =>
  isForCentre(menuOfNow.value) ? null : selectedOrganizationId.value;

/** After a check has changed: every list of them, and what applications lack. */
export async function thenRefresh<T>(change: Promise<T>): Promise<T> {
  const done = await mutate(() => change);
  await refresh(keyOf(PATH), keyOf('/applications'), 'counts:menu:');
  return done;
}

export const noteCheck = (id: string, body: SeenPaper) =>
  thenRefresh(send(CHECK_CALLS.seeCheck, { id, body }));

export const addCheck = (body: NewCheck, idempotencyKey: string) =>
  thenRefresh(send(CHECK_CALLS.addCheck, { body, idempotencyKey }));

export const askFor = (applicationId: string, kind: CheckKind) =>
  addCheck({ applicationId, kind }, crypto.randomUUID());

export const claimCheck = (id: string) =>
  thenRefresh(send(CHECK_CALLS.checkStep, { id, body: { event: 'claim' } }));

/** Somebody to choose, with the vacancy of their application; of the centre's own people also without one. */
export interface Choice {
  value: string;
  label: string;
  note: string;
  text: string;
}

const PERSON = 'person:';

/** What the register asks for: an application, or a person of the centre. */
export const aboutOf = (chosen: string): Pick<NewCheck, 'applicationId' | 'userId'> =>
  chosen.startsWith(PERSON) ? { userId: chosen.slice(PERSON.length) } : { applicationId: chosen };

/** Who applied here, and for the centre its own people. `apart` is said of somebody without an application. */
export async function suggestPeople(
  typed: string,
  signal: AbortSignal,
  apart: string,
): Promise<readonly Choice[]> {
  const of = worksFor();
  const q = typed.trim() ? { q: typed.trim() } : {};
  const isOfCentre = of === null && isForCentre(menuOfNow.value);
  const [applications, people] = await Promise.all([
    listResource(
      'applications',
      {
        filter: {
          mineEq: false,
          stageIn: ['new', 'in_contact', 'waitlisted', 'offered', 'accepted', 'started'],
          ...q,
          ...(of === null ? {} : { organizationIdEq: of }),
        },
        sort: 'name',
        page: { size: SUGGESTED },
      },
      { signal },
    ),
    isOfCentre && typed.trim()
      ? listResource(
          'users',
          {
            filter: { statusIn: ['active', 'invited'], ...q },
            fields: { users: ['fullName'] },
            sort: 'last_name',
            page: { size: SUGGESTED },
          },
          { signal },
        )
      : null,
  ]);
  return [
    ...applications.items.map(({ id, name, vacancyTitle, organizationName }) => ({
      value: id,
      label: name,
      note: `${vacancyTitle}, ${organizationName}`,
      text: `${name}, ${vacancyTitle}`,
    })),
    ...(people?.items ?? []).map(({ id, fullName }) => ({
      value: `${PERSON}${id}`,
      label: fullName,
      note: apart,
      text: fullName,
    })),
  ];
}
