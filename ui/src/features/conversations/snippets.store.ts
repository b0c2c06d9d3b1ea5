// Saved answers of an organisation or a centre.
import { refresh } from '../../api/cache.ts';
import type { Conversation } from '../../api/conversation-calls.ts';
import { keyOf, useResourceList } from '../../api/hooks.ts';
import { createResource, removeResource, updateResource } from '../../api/requests.ts';
import { organizations } from '../../lib/session/session.ts';

const TYPE = 'message_snippets';
const MOST = 50;

export interface SnippetOwner {
  id: string;
  name: string;
}

/** Whose saved answers go with a conversation: those of the team that the reader writes for. */
export function useSnippetOwner({ side, organizationId }: Conversation): SnippetOwner | null {
  const own = organizations.value;
  if (side === 'organization') return own.find(({ id }) => id === organizationId) ?? null;
  if (side === 'center')
    return own.find(({ organizationType }) => organizationType === 'VolunteerCenter') ?? null;
  return null;
}

/** Those that go with a reason of a rejection are for that alone. */
export const useSnippets = (organizationIdEq: string) =>
  useResourceList(TYPE, { filter: { organizationIdEq, reasonCodeNull: true }, page: { size: MOST } });

const reload = (): Promise<void> => refresh(keyOf(`/${TYPE}`));

export async function saveSnippet(owner: SnippetOwner, id: string | null, text: string): Promise<void> {
  if (id === null) await createResource(TYPE, { organizationId: owner.id, text });
  else await updateResource(TYPE, id, { text }, { ifMatch: false });
  await reload();
}

export async function removeSnippet(id: string): Promise<void> {
  await removeResource(TYPE, id);
  await reload();
}
