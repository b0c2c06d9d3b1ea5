// What the form lets one choose from: lists of the centre, organisations, and the people of one organisation.

import { signal } from '@preact/signals-react';
import { listResource, readResource } from '../../../api/requests.ts';
import type { Organization, User } from '../../../api/schema.d.ts';
import { activityTypes, ageGroups, loadTaxonomy, tags } from '../../../lib/centre/taxonomies.ts';
import { organizations } from '../../../lib/session/session.ts';

/** For whom one may write a vacancy. */
export const ownerChoices = signal<readonly Pick<Organization, 'id' | 'name'>[]>([]);
export const people = signal<readonly User[]>([]);
/** The organisation of the vacancy, with its address. */
export const owner = signal<Organization | null>(null);

/** Own organisations, or, for who works for a whole centre, all of them. */
export async function loadOwners(): Promise<void> {
  if (organizations.peek().length > 0) {
    ownerChoices.value = organizations.peek();
    return;
  }
  const found: Organization[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { items, meta } = await listResource('organizations', {
      fields: { organizations: ['name'] },
      filter: { statusIn: ['approved', 'pending'] },
      page: { number: page, size: 100 },
      sort: 'name',
    });
    found.push(...items);
    pages = Number(meta.pages ?? 1);
  }
  ownerChoices.value = found;
}

export async function loadTerms(): Promise<void> {
  await Promise.all([activityTypes, ageGroups, tags].map((each) => loadTaxonomy(each)));
}

let latest = 0;

/** People and address of one organisation. What cannot be had is empty: the rest of the form works without. */
export async function loadOwner(id: string | null): Promise<void> {
  latest += 1;
  const mine = latest;
  if (id === null) {
    owner.value = null;
    people.value = [];
    return;
  }
  const [found, members] = await Promise.all([
    readResource('organizations', id, { include: 'address' }).catch(() => null),
    listResource('users', { filter: { organizationIdEq: id }, page: { size: 100 }, sort: 'first_name' })
      .then(({ items }) => items)
      .catch(() => []),
  ]);
  if (mine !== latest) return;
  owner.value = found;
  people.value = members;
}
