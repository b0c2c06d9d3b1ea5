// The vacancy that is being changed, and what happened to it.

import { signal } from '@preact/signals-react';
import type { Transition } from '../../../api/calls.ts';
import type { ItemParams } from '../../../api/params.ts';
import { readResource, send } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { STAFF_CALLS } from '../../../api/staff-calls.ts';
import { requireRight } from '../../../lib/feedback/errors.ts';
import { loadOwner, owner } from '../form/vacancy-form.store.ts';

const WITH: ItemParams<'vacancies'> = { include: ['address', 'contactPerson', 'organization'] };

export const edited = signal<Vacancy | null>(null);
export const history = signal<readonly Transition[]>([]);

/** The newest version; later saves are checked against it. */
export async function loadEdited(id: string): Promise<Vacancy> {
  const found = await readResource('vacancies', id, WITH);
  requireRight(found, 'manage');
  if (owner.peek()?.id !== found.organizationId) await loadOwner(found.organizationId);
  edited.value = found;
  return found;
}

/** Beside the work: when it cannot be had, the card stays away. */
export async function loadHistory(id: string): Promise<void> {
  try {
    const { items } = await send(STAFF_CALLS.vacancyHistory, { id, fresh: true });
    history.value = items.toReversed();
  } catch {
    history.value = [];
  }
}
