// The organisation on the screen.
import { signal } from '@preact/signals-react';
import { collection } from '../../api/collection.ts';
import type { Organization } from '../../api/resources.ts';

export const organizationCalls = collection('organizations');
export const organization = signal<Organization | null>(null);

/** The newest version; later saves are checked against it. */
export async function loadOrganization(id: string): Promise<Organization> {
  const found = await organizationCalls.read(id, { include: 'address' });
  organization.value = found;
  return found;
}
