// The own vacancies on the screen, and how many each saved filter holds.
import { signal } from '@preact/signals-react';
import { get, type Query, remove } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readMeta } from '../../api/jsonapi.ts';
import { menu } from '../../lib/session.ts';
import { type ListState, type Preset, queryOf, readState } from './my-vacancies-url.ts';

export const myVacancies = collection('vacancies');
export const presetCounts = signal<Readonly<Partial<Record<Preset, number>>>>({});

/** Whether the server offers the review of others' vacancies. */
export const mayReview = (): boolean => menu.value.includes('vacancies_review');

/** The key of the list's name: of all organisations, or of one's own. */
export const listTitle = (): string => (mayReview() ? 'list.titleAll' : 'list.title');

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

/** Deletes with the reason in the address: what is asked with a DELETE may lose its body on the way. */
export async function removeVacancy(id: string, reason: Query): Promise<void> {
  await remove(`/vacancies/${encodeURIComponent(id)}`, { query: reason });
}

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
