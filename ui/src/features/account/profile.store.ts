// What the profile says of somebody's applications.
import { signal } from '@preact/signals-react';
import { get } from '../../api/client.ts';
import { collection } from '../../api/collection.ts';
import { readMeta } from '../../api/jsonapi.ts';

const SHOWN = 3;
/** What leaving would take back, as the server does it. */
const OPEN = 'new,in_contact,mentor_review,waitlisted,offered';

export const newest = collection('applications');
/** Null: not known yet. */
export const openApplications = signal<number | null>(null);

export const loadNewest = (): Promise<void> =>
  newest.list({ 'filter[mine_eq]': true, 'page[size]': SHOWN, sort: '-created_at' });

/** How many of this person's applications still wait for an end. Stays unknown when it cannot be had. */
export async function countOpenApplications(): Promise<void> {
  try {
    const query = { 'filter[mine_eq]': true, 'filter[stage_in]': OPEN, 'page[size]': 1 };
    const total = readMeta((await get('/applications', { query })).document).total;
    openApplications.value = typeof total === 'number' ? total : null;
  } catch {
    openApplications.value = null;
  }
}
