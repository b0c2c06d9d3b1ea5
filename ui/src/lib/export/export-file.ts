// A list as a file: asked for, made, fetched. A large one is made while the reader does something else.

import { signal } from '@preact/signals-react';
import { ApiError } from '../../api/client.ts';
import { fetchFile as fetchBytes } from '../../api/download.ts';
import { type ListParams, queryOf, type ResourceType } from '../../api/params.ts';
import { readResource, send } from '../../api/requests.ts';
import type { Export } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { saveFile } from './download.ts';

export type ExportFormat = Export['format'];
export const EXPORT_FORMATS: readonly ExportFormat[] = ['xlsx', 'ods', 'csv', 'json'];

/** The file that is being made, or waits to be fetched. */
export const file = signal<Export | null>(null);
/** The file of a letter is gone, or was never this reader's. */
export const isGone = signal(false);

const LOOK_EVERY_MS = 2000;
let looking: ReturnType<typeof setTimeout> | undefined;

/** What the list was asked, without the word `filter`. Pure. */
export function filterOf<K extends ResourceType>(params: ListParams<K>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(queryOf(params)).flatMap(([name, value]) => {
      const [, field] = /^filter\[(.+)\]$/.exec(name) ?? [];
      const text = value === null || value === undefined ? '' : String(value);
      return field === undefined || text === '' ? [] : [[field, text]];
    }),
  );
}

/** All that the filters hold, as a file. True where it is there at once. */
export async function makeFile<K extends Export['resource']>(
  resource: K,
  params: ListParams<K>,
  format: ExportFormat,
): Promise<boolean> {
  const { item: made } = await send(STAFF_CALLS.exportPeople, {
    body: { resource, format, filter: filterOf(params) },
  });
  if (made?.state === 'ready') {
    await fetchFile(made.id);
    return true;
  }
  isGone.value = false;
  file.value = made;
  lookAgain();
  return false;
}

export async function fetchFile(id: string): Promise<void> {
  const { fileName, content } = await fetchBytes(STAFF_CALLS.exportFile, id);
  saveFile(fileName, content);
}

/** How far the file is; goes on asking until it is made. Does not throw. */
export async function loadFile(id: string): Promise<void> {
  try {
    const found = await readResource('exports', id, {}, { fresh: true });
    isGone.value = new Date(found.expiresAt ?? 0) < new Date();
    file.value = isGone.peek() ? null : found;
  } catch (cause) {
    if (cause instanceof ApiError && cause.statusCode === 404) {
      file.value = null;
      isGone.value = true;
    }
  }
  if (file.peek()?.state === 'waiting') lookAgain();
}

function lookAgain(): void {
  clearTimeout(looking);
  looking = setTimeout(() => {
    const id = file.peek()?.id;
    if (id !== undefined) void loadFile(id);
  }, LOOK_EVERY_MS);
}

export function forgetFile(): void {
  clearTimeout(looking);
  file.value = null;
  isGone.value = false;
}
