// The messages about an application.
import { refresh } from '../../../api/cache.ts';
import { keyOf, mutate, useCall } from '../../../api/hooks.ts';
import { pathOf, send } from '../../../api/requests.ts';
import type { Message } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';

const NONE: readonly Message[] = [];

/** Who may not read them sees none. */
export const useWritten = (id: string): readonly Message[] =>
  useCall(STAFF_CALLS.applicationMessages, { id }).data?.items ?? NONE;

export async function writeMessage(id: string, body: string): Promise<void> {
  await mutate(() => send(STAFF_CALLS.writeMessage, { id, body: { body } }));
  const path = keyOf(pathOf('applications', id));
  await Promise.all([refresh(path), refresh(`${path}/messages`), refresh(`${path}/history`)]);
}

export async function markRead(id: string): Promise<void> {
  await send(STAFF_CALLS.readMessages, { id });
}
