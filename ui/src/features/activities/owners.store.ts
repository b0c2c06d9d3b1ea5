// For whom one may write an activity: organisations, and the centre itself.
import { useLoaded } from '../../api/hooks.ts';
import { listResource } from '../../api/requests.ts';
import type { Organization } from '../../api/schema.d.ts';
import { centre } from '../../lib/centre/centre.ts';
import { organizations } from '../../lib/session/session.ts';
import { mayReview } from './activities.store.ts';
import { CENTRE } from './activities-url.ts';

export interface Owner {
  /** `centre`: the centre itself. */
  value: string;
  label: string;
}

async function allOrganizations(signal: AbortSignal): Promise<Organization[]> {
  const found: Organization[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const params = {
      fields: { organizations: ['name'] },
      filter: { statusIn: ['approved', 'pending'] },
      page: { number: page, size: 100 },
      sort: 'name',
    } as const;
    const { items, meta } = await listResource('organizations', params, { signal });
    found.push(...items);
    pages = Number(meta.pages ?? 1);
  }
  return found;
}

/** For whom one may write an activity. Null while it is not known. */
export function useOwners(): { owners: readonly Owner[] | null; isFailed: boolean; refresh: () => void } {
  const isOfCentre = mayReview();
  const { data, status, refresh } = useLoaded(isOfCentre ? 'activity-owners' : null, allOrganizations);
  const choice = ({ id, name }: Pick<Organization, 'id' | 'name'>): Owner => ({ value: id, label: name });
  const again = { isFailed: isOfCentre && status === 'error', refresh: () => void refresh() };
  if (!isOfCentre) return { ...again, owners: organizations.value.map(choice) };
  const own = { value: CENTRE, label: centre.value?.name ?? '' };
  return { ...again, owners: data ? [own, ...data.map(choice)] : null };
}
