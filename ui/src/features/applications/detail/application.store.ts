// One application with its history, and the steps that may be taken.
import { asRead } from '../../../api/as-read.ts';
import { overlay, refresh } from '../../../api/cache.ts';
import type { StepInput, Transition } from '../../../api/calls.ts';
import { ApiError } from '../../../api/client.ts';
import { keyOf, mutate, useCall, useResource } from '../../../api/hooks.ts';
import { pathOf, send } from '../../../api/requests.ts';
import type { Application } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';

export const useApplication = (id: string) => useResource('applications', id, { include: 'organization' });

const NO_STEPS: readonly Transition[] = [];

/** Without it the page is whole. */
export const useHistory = (id: string): readonly Transition[] =>
  useCall(STAFF_CALLS.applicationHistory, { id }).data?.items ?? NO_STEPS;

/** Nothing hangs on it and no mail goes out: it shows at once. */
const isAtOnce = (event: string): boolean => event === 'contact';

/** 'changed': it was no longer possible, and what is shown is now what is so. Other refusals are thrown. */
export async function takeStep(application: Application, body: StepInput): Promise<'done' | 'changed'> {
  const { id } = application;
  const path = keyOf(pathOf('applications', id));
  const undo = isAtOnce(body.event)
    ? overlay(application, { stage: 'in_contact', waitingDays: null, transitions: [] })
    : undefined;
  try {
    await mutate(() => send(STAFF_CALLS.applicationStep, { id, body, headers: asRead(application) }), undo);
    await refresh(`${path}/history`);
    return 'done';
  } catch (cause) {
    const isChanged =
      cause instanceof ApiError && (cause.hasCode('invalid_transition') || cause.hasCode('stale_resource'));
    if (!isChanged) throw cause;
    await refresh(path);
    return 'changed';
  }
}
