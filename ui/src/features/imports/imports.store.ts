// One import: uploaded, mapped, looked at, run.
import { signal } from '@preact/signals-react';
import { ApiError, download, get, patch, post } from '../../api/client.ts';
import type { Import } from '../../api/import-resource.ts';
import { readOne, writeDocument } from '../../api/jsonapi.ts';
import { saveFile } from '../../lib/download.ts';
import { showError } from '../../lib/errors.ts';
import type { Mapping } from './import-rules.ts';

export const current = signal<Import | null>(null);
export const isOffline = signal(false);

const pathOf = (id: string): string => `/imports/${encodeURIComponent(id)}`;

/** The bytes as the api takes them. */
function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

export async function upload(file: File): Promise<Import | null> {
  const content = await base64Of(file);
  const { document } = await post(
    '/imports',
    writeDocument('imports', { resource: 'users', fileName: file.name, file: content }),
  );
  current.value = readOne<Import>(document);
  return current.value;
}

/** Does not throw: says what went wrong by itself. */
export async function loadImport(id: string): Promise<void> {
  isOffline.value = false;
  try {
    const { document } = await get(pathOf(id));
    current.value = readOne<Import>(document);
  } catch (cause) {
    if (cause instanceof ApiError && cause.isOffline) isOffline.value = true;
    else showError(cause);
  }
}

export async function remap(id: string, fields: Mapping): Promise<void> {
  const { document } = await patch(pathOf(id), writeDocument('imports', { fields }, id));
  current.value = readOne<Import>(document);
}

export interface Wishes {
  skipFaulty: boolean;
  invite: boolean;
}

export async function run(id: string, wishes: Wishes): Promise<void> {
  const { document } = await post(`${pathOf(id)}/run`, wishes);
  current.value = readOne<Import>(document);
}

/** The rows to correct, each with what is wrong with it. */
export async function downloadFaulty({ id, fileName }: Import, word: string): Promise<void> {
  const name = fileName.replace(/\.[^.]*$/, '');
  saveFile(`${name}-${word}.csv`, (await download(`${pathOf(id)}/faulty`)).content);
}
