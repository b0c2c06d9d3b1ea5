// The organisation on the screen.

import { signal } from '@preact/signals-react';
import { readResource } from '../../api/requests.ts';
import type { Organization } from '../../api/schema.d.ts';
import { requireRight } from '../../lib/feedback/errors.ts';

export const organization = signal<Organization | null>(null);

/** The newest version; later saves are checked against it. With a right: throws the 403 of who has not got it, and shows nothing. */
export async function loadOrganization(
  id: string,
  right?: string,
  include: readonly ('address' | 'profile')[] = ['address'],
): Promise<Organization> {
  const found = await readResource('organizations', id, { include: [...include] });
  if (right) requireRight(found, right);
  organization.value = found;
  return found;
}
