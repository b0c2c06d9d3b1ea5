// Workshops that come, and whom an organisation signed up for them.
import { keyOf, useLoaded, useResourceList } from '../../api/hooks.ts';
import { PUBLISHED_CALLS } from '../../api/published-calls.ts';
import { listResource, send } from '../../api/requests.ts';
import type { ActivityRegistration, ActivitySignUpInput } from '../../api/schema.d.ts';
import { OPEN, reloadRegistrations } from '../../lib/activities/registrations.ts';
import { selectedOrganization } from '../../lib/session/session.ts';
import { type Workshop, workshopsOf } from './workshops.ts';

async function allRegistrations(
  activityIds: readonly string[],
  organizationId: string | null,
  signal: AbortSignal,
): Promise<ActivityRegistration[]> {
  const found: ActivityRegistration[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const params = {
      filter: {
        activityIdIn: activityIds,
        statusIn: OPEN,
        upcomingEq: true,
        ...(organizationId === null ? {} : { organizationIdEq: organizationId }),
      },
      sort: 'name',
      page: { number: page, size: 100 },
    } as const;
    const { items, meta } = await listResource('activity_registrations', params, { signal });
    found.push(...items);
    pages = Number(meta.pages ?? 1);
  }
  return found;
}

/** Who works for the centre sees the people of all organisations. */
export function useWorkshops() {
  const organizationId = selectedOrganization.value?.id ?? null;
  const list = useResourceList(
    'activity_occurrences',
    {
      filter: { isWorkshopEq: true, upcomingEq: true },
      include: ['activity'],
      sort: 'starts_at',
      page: { size: 100 },
    },
    { scope: organizationId },
  );
  const ids = [...new Set(list.items.map(({ activityId }) => activityId))];
  const people = useLoaded(
    ids.length === 0 ? null : `${keyOf('/activity_registrations')}?workshops=${ids.join()}`,
    (signal) => allRegistrations(ids, organizationId, signal),
    { keeps: true, scope: organizationId },
  );
  const isFailed = list.status === 'error' || people.status === 'error';
  const isThere = list.status === 'success' && (ids.length === 0 || people.data !== undefined);
  return {
    workshops: workshopsOf(list.items, people.data ?? []),
    isFailed,
    isThere: isThere || (list.items.length > 0 && people.data !== undefined),
    more: list.page < list.pages ? list.more : null,
    refresh: () => Promise.all([list.refresh(), people.refresh()]),
  };
}

/** True: they have a place; false: they wait for one. */
export async function signUpColleague(
  { date, isSeries }: Workshop,
  body: ActivitySignUpInput,
  idempotencyKey: string,
): Promise<boolean> {
  const { item } = await send(PUBLISHED_CALLS.joinActivity, {
    id: date.activityId,
    body: { ...body, ...(isSeries ? {} : { occurrenceId: date.id }) },
    idempotencyKey,
  });
  await reloadRegistrations();
  return item?.status !== 'waitlisted';
}
