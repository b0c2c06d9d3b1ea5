// One import: uploaded, mapped, looked at, run.

import { signal } from '@preact/signals-react';
import { ApiError } from '../../api/client.ts';
import { fetchFile } from '../../api/download.ts';
import { readResource, removeResource, send } from '../../api/requests.ts';
import type { Import } from '../../api/schema.d.ts';
import { STAFF_CALLS } from '../../api/staff-calls.ts';
import { saveFile } from '../../lib/export/download.ts';
import { showError } from '../../lib/feedback/errors.ts';
import type { ImportKind, Mapping } from './import-rules.ts';

export const current = signal<Import | null>(null);
export const isOffline = signal(false);

/** The bytes as the api takes them. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

export async function upload(resource: ImportKind, file: File): Promise<Import | null> {
  const content = await base64Of(file);
  const before = current.value;
  const { item } = await send(STAFF_CALLS.importTable, {
    body: { resource, fileName: file.name, file: content },
  });
  current.value = item;
  // A corrected file takes the place of the one that was looked at before, which would wait for a week.
  if (item && before?.state === 'uploaded' && before.resource === resource && before.report.faulty > 0)
    await removeResource('imports', before.id).catch(() => undefined);
  return current.value;
}

/** Does not throw: says what went wrong by itself. */
export async function loadImport(id: string): Promise<void> {
  isOffline.value = false;
  try {
    current.value = await readResource('imports', id);
  } catch (cause) {
    if (cause instanceof ApiError && cause.isOffline) isOffline.value = true;
    else showError(cause);
  }
}

export async function remap(id: string, fields: Mapping): Promise<void> {
  current.value = (await send(STAFF_CALLS.mapImport, { id, body: { fields } })).item;
}

export interface Wishes {
  skipFaulty: boolean;
  invite: boolean;
}

export async function run(id: string, wishes: Wishes): Promise<void> {
  current.value = (await send(STAFF_CALLS.runImport, { id, body: wishes })).item;
}

/** The rows to correct, each with what is wrong with it. */
export async function downloadFaulty({ id, fileName }: Import, word: string): Promise<void> {
  const name = fileName.replace(/\.[^.]*$/, '');
  saveFile(`${name}-${word}.csv`, (await fetchFile(STAFF_CALLS.faultyRows, id)).content);
}
