// What the work list shows: the applications, how many each saved filter holds, the vacancies to choose from.
import { refresh } from '../../../api/cache.ts';
import { keyOf, useLoaded, useResourceList } from '../../../api/hooks.ts';
import { countResource } from '../../../api/requests.ts';
import type { Vacancy } from '../../../api/schema.d.ts';
import { menu, selectedOrganizationId } from '../../../lib/session/session.ts';
import {
  approvingFirst,
  EVERYTHING,
  type ListState,
  PRESETS,
  type Preset,
  paramsOf,
  TO_APPROVE,
} from './list-url.ts';

/** More than this is no list to choose from: then searching finds the vacancy. */
const CHOICES_AT_MOST = 100;

/** Whether students are looked after here. */
export const guidesStudents = (): boolean => menu.value.includes('students');

export const presets = (): readonly Preset[] => (guidesStudents() ? [TO_APPROVE, ...PRESETS] : PRESETS);

export function useWorkList(state: ListState) {
  const params = guidesStudents() ? approvingFirst(paramsOf(state)) : paramsOf(state);
  return useResourceList('applications', params, { scope: selectedOrganizationId.value });
}

/** After a decision. */
export const reloadWorkList = (): Promise<void> => refresh(keyOf('/applications?'), 'counts:applications:');

type Counts = Readonly<Record<string, number>>;

/** Within the chosen vacancy. A number that cannot be had is left out. */
export function usePresetCounts(vacancyId: string | null): Counts {
  const all = presets();
  const countOf = async ({ key, state }: Preset, signal: AbortSignal) => {
    const params = paramsOf({ ...EVERYTHING, ...state, vacancyId });
    const count = await countResource(
      'applications',
      { ...params, fields: { applications: ['stage'] } },
      { signal },
    ).catch(() => null);
    return count === null ? [] : [[key, count] as const];
  };
  const { data } = useLoaded(
    `counts:applications:${vacancyId ?? ''}:${all.length}`,
    async (signal): Promise<Counts> =>
      Object.fromEntries((await Promise.all(all.map((each) => countOf(each, signal)))).flat()),
    { keeps: true, scope: selectedOrganizationId.value },
  );
  return data ?? {};
}

/** None when there are too many, or when they cannot be had. */
export function useVacancyChoices(): readonly Pick<Vacancy, 'id' | 'title'>[] {
  const { items, total, status } = useResourceList(
    'vacancies',
    {
      fields: { vacancies: ['title'] },
      filter: { mineEq: true },
      page: { size: CHOICES_AT_MOST },
      sort: 'title',
    },
    { scope: selectedOrganizationId.value },
  );
  return status === 'error' || total > CHOICES_AT_MOST ? [] : items;
}
