// One vacancy and what is like it. The addresses are those of the first data.
import { useEffect, useLayoutEffect } from 'react';
import { CALLS } from '../../../api/calls.ts';
import { useCall, useResource, useResourceList } from '../../../api/hooks.ts';
import type { Application, Vacancy } from '../../../api/schema.d.ts';
import { activityTypes, ageGroups, loadTaxonomy } from '../../../lib/centre/taxonomies.ts';
import { showError } from '../../../lib/feedback/errors.ts';
import { isSignedIn } from '../../../lib/session/session.ts';
import { UNDER_WAY } from '../../../lib/vacancies/stages.ts';
import { type Barred, barredBy } from './vacancy-state.ts';

/**
 * `hasFailed`: the server could not be asked, or not so often. Its no takes the whole screen, and so does a fault of its
 * own while there is nothing to show.
 */
export function useVacancy(id: string) {
  const { item, error, refresh } = useResource('vacancies', id, {
    include: ['organization', 'contactPerson', 'address'],
  });
  const status = error?.statusCode ?? 0;
  const isRefused = status >= 500 ? !item : status >= 400 && status !== 429;
  useLayoutEffect(() => {
    void loadTaxonomy(activityTypes);
    void loadTaxonomy(ageGroups);
  }, []);
  useEffect(() => {
    if (!error || !isRefused) return;
    if (status !== 410) showError(error);
    // Its organisation went to another centre, perhaps: then the vacancy is on the site of that one.
    else
      void import('../../../lib/navigation/moved.ts').then(({ followMove }) => {
        if (!followMove(error, (place) => `/vacancies/${place}`)) showError(error);
      });
  }, [error, isRefused, status]);
  return { vacancy: item, hasFailed: error !== null && !isRefused, refresh };
}

const NONE: readonly Vacancy[] = [];

/** Without these the page is whole. */
export const useSimilar = (id: string): readonly Vacancy[] =>
  useCall(CALLS.similar, { id }).data?.items ?? NONE;

export interface Applied {
  /** What the reader has under way. One open application of a person and a vacancy there is at most. */
  applied: Application | null;
  /** Why they cannot apply again, and the application that says so. */
  barred: { because: Barred; id: string } | null;
  again: () => Promise<void>;
}

/** How the reader stands with it. Who cannot be told may apply, and hears of it then. */
export function useApplied(id: string): Applied {
  const { items, refresh } = useResourceList(
    'applications',
    isSignedIn.value
      ? {
          filter: { mineEq: true, stageIn: [...UNDER_WAY, 'rejected', 'withdrawn'], vacancyIdEq: id },
          page: { size: 10 },
        }
      : null,
    { keeps: false },
  );
  const applied = items.find(({ stage }) => UNDER_WAY.includes(stage)) ?? null;
  return { applied, barred: applied ? null : barredBy(items), again: refresh };
}
