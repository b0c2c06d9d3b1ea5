// What the first page shows of the server: the newest vacancies. The addresses are those of the first data.
import { collection } from '../../api/collection.ts';
import { activityTypes, loadTaxonomy } from '../../lib/taxonomies.ts';

export const newest = collection('vacancies');

export const NEWEST_SHOWN = 6;

export async function loadHome(): Promise<void> {
  await Promise.all([
    newest.list({ include: 'organization', 'page[size]': NEWEST_SHOWN, sort: '-published_at' }),
    loadTaxonomy(activityTypes),
  ]);
}
