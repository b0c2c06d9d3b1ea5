// One change of many vacancies: told beforehand, carried out with progress, and undone within the hour.

import { queryOf } from '../../../api/params.ts';
import { listResource, readResource, send } from '../../../api/requests.ts';
import type { VacancyBulkEdit, VacancyBulkItem } from '../../../api/schema.d.ts';
import {
  type BulkEditInput,
  type BulkPreview,
  type BulkPreviewItem,
  type RowVersions,
  STAFF_CALLS,
} from '../../../api/staff-calls.ts';
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

/** The fields that are filled in; other fields of each vacancy are not changed. */
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

type Change = Record<string, unknown>;

const bodyOf = (chosen: Chosen, attributes: Change): Omit<BulkEditInput, 'dryRun'> => ({
  ...(chosen.kind === 'ids' ? { ids: chosen.ids } : { filter: chosen.filter }),
  attributes,
});

/** What would happen. The server keeps nothing of it. */
export async function rehearseBulkEdit(chosen: Chosen, attributes: Change): Promise<BulkPreview> {
  const body = { ...bodyOf(chosen, attributes), dryRun: true };
  const { meta } = await send(STAFF_CALLS.rehearseBulkEdit, { body });
  return { total: 0, processed: 0, changed: 0, unchanged: 0, failed: 0, items: [], versions: {}, ...meta };
}

/** Sends the versions of the rows shown: a row changed since then is skipped. */
export async function beginBulkEdit(
  chosen: Chosen,
  attributes: Change,
  versions: RowVersions,
): Promise<VacancyBulkEdit> {
  const body = { ...bodyOf(chosen, attributes), versions, dryRun: false };
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
    page: { size: 1 },
    sort: '-created_at',
  });
  const last = items[0];
  const isOpen = last?.state === 'done' && last.undoUntil !== null && Date.parse(last.undoUntil) > Date.now();
  return last && isOpen && last.changed > 0 ? last : null;
}

export interface Results {
  items: readonly BulkPreviewItem[];
  total: number;
}

/** The results of a dry run, as they came with it. */
export function resultsOfPreview(preview: BulkPreview, state: 'changed' | 'failed'): Results {
  return { items: preview.items.filter((item) => item.state === state), total: preview[state] };
}

export async function resultsOf(id: string, states: VacancyBulkItem['state'][]): Promise<Results> {
  const { items, meta } = await listResource('vacancy_bulk_items', {
    filter: { bulkEditIdEq: id, stateIn: states },
    page: { size: 50 },
  });
  return { items, total: Number(meta.total ?? items.length) };
}
