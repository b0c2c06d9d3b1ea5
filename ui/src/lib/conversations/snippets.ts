// Saved answers of an organisation or a centre.
import { refresh } from '../../api/cache.ts';
import { keyOf, useResourceList } from '../../api/hooks.ts';
import { createResource, removeResource, updateResource } from '../../api/requests.ts';
import { centre } from '../centre/centre.ts';

const TYPE = 'message_snippets';
const MOST = 50;

export interface SnippetOwner {
  type: 'organizations' | 'volunteer_centers';
  id: string;
  name: string;
}

/** The centre that the reader works for. */
export function centreOwner(): SnippetOwner | null {
  const found = centre.value;
  return found && { type: 'volunteer_centers', id: found.id, name: found.name };
}

const ofCentre = ({ type }: SnippetOwner): boolean => type === 'volunteer_centers';

/** Those that go with a reason of a rejection are for that alone. */
export const useSnippets = (owner: SnippetOwner | null) =>
  useResourceList(
    TYPE,
    owner === null
      ? null
      : {
          filter: {
            ...(ofCentre(owner) ? { volunteerCenterIdEq: owner.id } : { organizationIdEq: owner.id }),
            reasonCodeNull: true,
          },
          page: { size: MOST },
        },
  );

const reload = (): Promise<void> => refresh(keyOf(`/${TYPE}`));

export async function saveSnippet(owner: SnippetOwner, id: string | null, text: string): Promise<void> {
  const of = ofCentre(owner) ? { volunteerCenterId: owner.id } : { organizationId: owner.id };
  if (id === null) await createResource(TYPE, { ...of, text });
  else await updateResource(TYPE, id, { text }, { ifMatch: false });
  await reload();
}

export async function removeSnippet(id: string): Promise<void> {
  await removeResource(TYPE, id);
  await reload();
}
