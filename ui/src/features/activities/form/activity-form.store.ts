// What the form lets one choose from: organisations, the people of one, places. And the dates of what is filled in.
import { useEffect, useState } from 'react';
import { ACTIVITY_CALLS, type ActivityDates } from '../../../api/activity-calls.ts';
import { ApiError } from '../../../api/client.ts';
import { useLoaded, useResourceList } from '../../../api/hooks.ts';
import { createResource, listResource, removeResource, send } from '../../../api/requests.ts';
import type { Place, User } from '../../../api/schema.d.ts';
import { toTemplateContent } from '../../../api/template-content.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { currentUser } from '../../../lib/session/session.ts';
import { datesOf, toAttributes } from './activity-form-values.ts';

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

/** Templates and what was written before, of an organisation; null: of the centre itself. */
export async function loadStartingPoints(organizationId: string | null) {
  const filter =
    organizationId === null ? { organizationIdNull: true } : { organizationIdEq: organizationId };
  const [templates, activities] = await Promise.all([
    listResource('activity_templates', { filter, page: { size: 30 }, sort: 'name' }, { fresh: true }),
    listResource('activities', {
      filter: { ...filter, mineEq: true },
      fields: { activities: ['title'] },
      page: { size: 20 },
      sort: '-created_at',
    }),
  ]);
  return { templates: templates.items, activities: activities.items };
}

export async function saveTemplate(
  organizationId: string | null,
  name: string,
  value: FormValue,
): Promise<void> {
  await createResource('activity_templates', {
    ...(organizationId === null ? {} : { organizationId }),
    name,
    content: toTemplateContent(toAttributes(value)),
  });
}

export const dropTemplate = (id: string): Promise<void> => removeResource('activity_templates', id);

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
