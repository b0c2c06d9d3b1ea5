// The own vacancies on the screen, and how many each saved filter holds.
import { signal } from '@preact/signals-react';
import { get } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readMeta } from '../../api/jsonapi.ts';
import { type ListState, type Preset, queryOf, readState } from './my-vacancies-url.ts';

export const myVacancies = collection('vacancies');
export const presetCounts = signal<Readonly<Partial<Record<Preset, number>>>>({});

export const loadMyVacancies = (state: ListState): Promise<void> => myVacancies.list(queryOf(state));

async function countOf(preset: Preset): Promise<number | null> {
  const query = queryOf({
    ...readState(new URLSearchParams(preset === 'all' ? '' : `filter=${preset}`)),
    size: 1,
  });
  const { document } = await get('/vacancies', {
    query: { ...query, include: null, 'fields[vacancies]': 'title' },
  });
  const { total } = readMeta(document);
  return typeof total === 'number' ? total : null;
}

let latest = 0;

/** A number that cannot be had is left out. */
export async function loadPresetCounts(presets: readonly Preset[]): Promise<void> {
  latest += 1;
  const mine = latest;
  const counted = await Promise.all(
    presets.map(async (preset) => {
      const count = await countOf(preset).catch(() => null);
      return count === null ? [] : [[preset, count] as const];
    }),
  );
  if (mine === latest) presetCounts.value = Object.fromEntries(counted.flat());
}
