// Somebody's own answers: shown at once, sent one after the other.

import { useCall } from '../../../api/hooks.ts';
import { MATCHING_CALLS } from '../../../api/matching-calls.ts';
import { send } from '../../../api/requests.ts';
import type { VolunteerProfile } from '../../../api/schema.d.ts';
import type { Answers } from './wishes.ts';

export function useWishes() {
  const { data, status, refresh } = useCall(MATCHING_CALLS.ownProfile, {});
  return { profile: data?.item ?? null, hasFailed: status === 'error', refresh };
}

let last: Promise<unknown> = Promise.resolve();

/** What was tapped last is what stays. */
export function saveWishes(answers: Answers): Promise<VolunteerProfile | null> {
  const next = last
    .catch(() => undefined)
    .then(() => send(MATCHING_CALLS.changeProfile, { body: answers }))
    .then(({ item }) => item);
  last = next;
  return next;
}
