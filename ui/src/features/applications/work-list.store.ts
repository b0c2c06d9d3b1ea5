// What the work list shows: the applications, how many each saved filter holds, the vacancies to choose from.
import { signal } from '@preact/signals-react';
import { get } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList, readMeta } from '../../api/jsonapi.ts';
import type { Vacancy } from '../../api/resources.ts';
import { menu } from '../../lib/session.ts';
import {
  approvingFirst,
  EVERYTHING,
  type ListState,
  PRESETS,
  type Preset,
  queryOf,
  TO_APPROVE,
} from './list-url.ts';

/** More than this is no list to choose from: then searching finds the vacancy. */
const CHOICES_AT_MOST = 100;

export const workList = collection('applications');
export const presetCounts = signal<Readonly<Record<string, number>>>({});
export const vacancyChoices = signal<readonly Pick<Vacancy, 'id' | 'title'>[]>([]);

/** Whether students are looked after here. */
export const guidesStudents = (): boolean => menu.value.includes('students');

export const presets = (): readonly Preset[] => (guidesStudents() ? [TO_APPROVE, ...PRESETS] : PRESETS);

export const loadWorkList = (state: ListState): Promise<void> =>
  workList.list(guidesStudents() ? approvingFirst(queryOf(state)) : queryOf(state));

async function countOf(state: Partial<ListState>): Promise<number> {
  const query = queryOf({ ...EVERYTHING, ...state, size: 1 });
  const { document } = await get('/applications', { query: { ...query, 'fields[applications]': 'stage' } });
  const { total } = readMeta(document);
  return typeof total === 'number' ? total : 0;
}

let latest = 0;

/** Within the chosen vacancy. A number that cannot be had is left out. */
export async function loadPresetCounts(vacancyId: string | null): Promise<void> {
  latest += 1;
  const mine = latest;
  const counted = await Promise.all(
    presets().map(async ({ key, state }) => {
      const count = await countOf({ ...state, vacancyId }).catch(() => null);
      return count === null ? [] : [[key, count] as const];
    }),
  );
  if (mine === latest) presetCounts.value = Object.fromEntries(counted.flat());
}

export async function loadVacancyChoices(): Promise<void> {
  try {
    const { document } = await get('/vacancies', {
      query: {
        'fields[vacancies]': 'title',
        'filter[mine_eq]': true,
        'page[size]': CHOICES_AT_MOST,
        sort: 'title',
      },
    });
    const { total } = readMeta(document);
    const isShort = typeof total !== 'number' || total <= CHOICES_AT_MOST;
    vacancyChoices.value = isShort ? readList<Vacancy>(document) : [];
  } catch {
    vacancyChoices.value = [];
  }
}
