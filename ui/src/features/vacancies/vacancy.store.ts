// One vacancy and what is like it. The addresses are those of the first data.
import { signal } from '@preact/signals-react';
import { ApiError, get } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readList } from '../../api/jsonapi.ts';
import type { Application, Vacancy } from '../../api/resources.ts';
import { showError } from '../../lib/errors.ts';
import { UNDER_WAY } from '../../lib/stages.ts';
import { activityTypes, ageGroups, loadTaxonomy } from '../../lib/taxonomies.ts';

const vacancies = collection('vacancies');

export const vacancy = signal<Vacancy | null>(null);
export const similar = signal<readonly Vacancy[]>([]);
/** What the reader has under way with it. */
export const applied = signal<Application | null>(null);
/** The server could not be asked; that a vacancy is not there takes the whole screen. */
export const isFailed = signal(false);

let wanted = '';

export async function loadVacancy(id: string): Promise<void> {
  wanted = id;
  if (vacancy.peek()?.id !== id) {
    vacancy.value = null;
    similar.value = [];
    applied.value = null;
  }
  isFailed.value = false;
  void loadTaxonomy(activityTypes);
  void loadTaxonomy(ageGroups);
  void loadSimilar(id);
  try {
    const found = await vacancies.read(id, { include: 'organization,contact_person,address' });
    if (wanted === id) vacancy.value = found;
  } catch (cause) {
    if (wanted !== id) return;
    const status = cause instanceof ApiError ? cause.statusCode : 0;
    if (status >= 400 && status < 500 && status !== 429) showError(cause);
    else isFailed.value = true;
  }
}

/** Without these the page is whole. */
async function loadSimilar(id: string): Promise<void> {
  try {
    const { document } = await get(`/vacancies/${encodeURIComponent(id)}/similar`);
    if (wanted === id) similar.value = readList<Vacancy>(document);
  } catch {
    if (wanted === id) similar.value = [];
  }
}

/** One open application of a person and a vacancy there is at most. Who cannot be told may apply, and hears of it then. */
export async function loadApplied(id: string): Promise<void> {
  try {
    const { document } = await get('/applications', {
      query: {
        'filter[mine_eq]': true,
        'filter[stage_in]': UNDER_WAY,
        'filter[vacancy_id_eq]': id,
        'page[size]': 1,
      },
    });
    if (wanted === id) applied.value = readList<Application>(document)[0] ?? null;
  } catch {
    if (wanted === id) applied.value = null;
  }
}
