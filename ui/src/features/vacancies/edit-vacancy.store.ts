// The vacancy that is being changed, and what happened to it.
import { signal } from '@preact/signals-react';
import { get } from '../../api/client.ts';
import { readList } from '../../api/jsonapi.ts';
import type { Transition, Vacancy } from '../../api/resources.ts';
import { requireRight } from '../../lib/errors.ts';
import { myVacancies } from './my-vacancies.store.ts';
import { loadOwner, owner } from './vacancy-form.store.ts';

const WITH = { include: 'address,contact_person,organization' };

export const edited = signal<Vacancy | null>(null);
export const history = signal<readonly Transition[]>([]);

/** The newest version; later saves are checked against it. */
export async function loadEdited(id: string): Promise<Vacancy> {
  const found = await myVacancies.read(id, WITH);
  requireRight(found, 'manage');
  if (owner.peek()?.id !== found.organizationId) await loadOwner(found.organizationId);
  edited.value = found;
  return found;
}

/** Beside the work: when it cannot be had, the card stays away. */
export async function loadHistory(id: string): Promise<void> {
  try {
    const { document } = await get(`/vacancies/${encodeURIComponent(id)}/history`, { fresh: true });
    history.value = readList<Transition>(document).reverse();
  } catch {
    history.value = [];
  }
}
