// What the form lets one choose from: organisations, the people of one, places. And the dates of what is filled in.
import { useEffect, useState } from 'react';
import { ACTIVITY_CALLS, type ActivityDates } from '../../../api/activity-calls.ts';
import { ApiError } from '../../../api/client.ts';
import { useLoaded, useResourceList } from '../../../api/hooks.ts';
import { listResource, send } from '../../../api/requests.ts';
import type { Organization, Place, User } from '../../../api/schema.d.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { centre } from '../../../lib/centre/centre.ts';
import { currentUser, organizations } from '../../../lib/session/session.ts';
import { mayReview } from '../activities.store.ts';
import { CENTRE } from '../activities-url.ts';
import { datesOf } from './activity-form-values.ts';

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

/** Who may be asked about it: people of the organisation; of the centre's own, oneself. */
export function useContacts(organizationId: string | null): readonly Pick<User, 'id' | 'fullName'>[] {
  const { data } = useLoaded(organizationId === null ? null : `contacts:${organizationId}`, (signal) => {
    const filter = { organizationIdEq: organizationId ?? '' };
    return listResource('users', { filter, sort: 'first_name', page: { size: 100 } }, { signal });
  });
  if (organizationId === null) return currentUser.value ? [currentUser.value] : [];
  return data?.items ?? [];
}

/** Places of the organisation and of its centre; the centre chooses from all. */
export function usePlaces(organizationId: string | null) {
  const list = useResourceList('places', { page: { size: 100 }, sort: 'name' });
  const fits = (place: Place): boolean =>
    organizationId === null || place.organizationId === null || place.organizationId === organizationId;
  return { ...list, items: list.items.filter(fits) };
}

export interface DatesPreview {
  dates: ActivityDates | null;
  /** Why there are none. */
  problem: string | null;
}

const TYPING_MS = 400;

/** The dates of the rule that is filled in, once nobody types. What was shown stays until the new ones are there. */
export function useDatesPreview(value: FormValue): DatesPreview {
  const [shown, setShown] = useState<DatesPreview>({ dates: null, problem: null });
  const asked = JSON.stringify(datesOf(value));
  useEffect(() => {
    const body = JSON.parse(asked) as ReturnType<typeof datesOf>;
    if (body === null) {
      setShown({ dates: null, problem: null });
      return;
    }
    const stop = new AbortController();
    const timer = setTimeout(() => {
      send(ACTIVITY_CALLS.activityDates, { body, signal: stop.signal }).then(
        ({ meta }) => setShown({ dates: meta as ActivityDates, problem: null }),
        (thrown: unknown) => {
          if (stop.signal.aborted) return;
          const detail = thrown instanceof ApiError ? thrown.problems[0]?.detail : undefined;
          setShown({ dates: null, problem: detail ?? null });
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked]);
  return shown;
}
