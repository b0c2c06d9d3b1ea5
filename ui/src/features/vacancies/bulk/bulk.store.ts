// One change of many vacancies: told beforehand, carried out with progress, and undone within the hour.

import { queryOf } from '../../../api/params.ts';
import { listResource, readResource, send } from '../../../api/requests.ts';
import type { VacancyBulkEdit, VacancyBulkItem } from '../../../api/schema.d.ts';
import { type BulkEditInput, type RowVersions, STAFF_CALLS } from '../../../api/staff-calls.ts';
import type { FormValue } from '../../../components/form/form-context.ts';
import { filterOf, type ListState } from '../list/my-vacancies-url.ts';

export type Chosen =
  | { kind: 'ids'; ids: readonly string[] }
  | { kind: 'filter'; filter: Record<string, string> };

const EVENTS = ['submit', 'publish', 'unpublish', 'fill', 'reopen', 'renew', 'archive'] as const;

export { EVENTS };

/** The filters of the list, as a bulk edit takes them: without those that have no value. */
export function filterOfState(state: ListState): Record<string, string> {
  const asked = Object.entries(queryOf<'vacancies'>({ filter: filterOf(state) }));
  return Object.fromEntries(
    asked.flatMap(([name, value]) => {
      const [, filter = ''] = /^filter\[(\w+)\]$/.exec(name) ?? [];
      const isThere = filter !== '' && value !== null && value !== undefined && value !== '';
      return isThere ? [[filter, Array.isArray(value) ? value.join(',') : String(value)]] : [];
    }),
  );
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const list = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);

/** What is filled in; the rest of each vacancy stays as it is. */
export function changeOf(value: FormValue): Record<string, unknown> {
  const change: Record<string, unknown> = {};
  if (text(value.expiresAt)) change.expires_at = text(value.expiresAt);
  if (list(value.tagsAdd).length > 0) change.tags_add = list(value.tagsAdd);
  if (list(value.tagsRemove).length > 0) change.tags_remove = list(value.tagsRemove);
  if (list(value.ageGroupIds).length > 0) change.age_group_ids = list(value.ageGroupIds);
  if (text(value.contactPersonId)) change.contact_person_id = text(value.contactPersonId);
  if (text(value.phone)) change.contact_phone_visible = text(value.phone) === 'yes';
  if (text(value.event)) {
    change.event = text(value.event);
    change.confirmed = true;
  }
  return change;
}

const IDS_OF_A_PAGE = 100;

/** What is there of these vacancies now: what somebody changes after it has been looked at is left as it is. */
export async function versionsOf(chosen: Chosen): Promise<RowVersions> {
  const ids = chosen.kind === 'ids' ? chosen.ids : [];
  const versions: Record<string, number> = {};
  for (let from = 0; from < ids.length; from += IDS_OF_A_PAGE) {
    const { items } = await listResource('vacancies', {
      filter: { mineEq: true, idIn: ids.slice(from, from + IDS_OF_A_PAGE) },
      fields: { vacancies: ['title'] },
      page: { size: IDS_OF_A_PAGE },
    });
    for (const { id, rowVersion } of items) if (rowVersion !== undefined) versions[id] = rowVersion;
  }
  return versions;
}

export async function beginBulkEdit(
  chosen: Chosen,
  attributes: Record<string, unknown>,
  versions: RowVersions,
  dryRun: boolean,
): Promise<VacancyBulkEdit> {
  const body: BulkEditInput = {
    ...(chosen.kind === 'ids' ? { ids: chosen.ids } : { filter: chosen.filter }),
    attributes,
    versions,
    dryRun,
  };
  const { item } = await send(STAFF_CALLS.beginBulkEdit, { body });
  if (!item) throw new Error('a bulk edit has no document');
  return item;
}

const EVERY_MS = 400;

/** Asks until the work is over, and tells how far it is. */
export async function followBulkEdit(
  begun: VacancyBulkEdit,
  onProgress: (edit: VacancyBulkEdit) => void,
): Promise<VacancyBulkEdit> {
  let edit = begun;
  while (edit.state === 'waiting' || edit.state === 'undoing') {
    onProgress(edit);
    await new Promise((resolve) => setTimeout(resolve, EVERY_MS));
    edit = await readResource('vacancy_bulk_edits', edit.id);
  }
  return edit;
}

export async function undoBulkEdit(id: string): Promise<VacancyBulkEdit> {
  const { item } = await send(STAFF_CALLS.undoBulkEdit, { id });
  if (!item) throw new Error('a bulk edit has no document');
  return item;
}

/** The last edit of this person that can still be undone. */
export async function lastBulkEdit(): Promise<VacancyBulkEdit | null> {
  const { items } = await listResource('vacancy_bulk_edits', {
    filter: { dryRunEq: false },
    page: { size: 1 },
    sort: '-created_at',
  });
  const last = items[0];
  const isOpen = last?.state === 'done' && last.undoUntil !== null && Date.parse(last.undoUntil) > Date.now();
  return last && isOpen && last.changed > 0 ? last : null;
}

export interface Results {
  items: readonly VacancyBulkItem[];
  total: number;
}

export async function resultsOf(id: string, states: VacancyBulkItem['state'][]): Promise<Results> {
  const { items, meta } = await listResource('vacancy_bulk_items', {
    filter: { bulkEditIdEq: id, stateIn: states },
    page: { size: 50 },
  });
  return { items, total: Number(meta.total ?? items.length) };
}
