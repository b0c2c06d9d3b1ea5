// A list as a file: asked for, made, fetched. A large one is made while the reader does something else.
import { signal } from '@preact/signals-react';
import { ApiError, download, get, post, type Query } from '../api/client.ts';
import { readOne } from '../api/jsonapi.ts';
import type { Export } from '../api/people-resources.ts';
import { saveFile } from './download.ts';

export const EXPORT_FORMATS = ['xlsx', 'ods', 'csv', 'json'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** The file that is being made, or waits to be fetched. */
export const file = signal<Export | null>(null);
/** The file of a letter is gone, or was never this reader's. */
export const isGone = signal(false);

const LOOK_EVERY_MS = 2000;
let looking: ReturnType<typeof setTimeout> | undefined;

/** What the list was asked, without the word `filter`. Pure. */
export function filterOf(query: Query): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => {
      const [, field] = /^filter\[(.+)\]$/.exec(name) ?? [];
      const text = value === null || value === undefined ? '' : String(value);
      return field === undefined || text === '' ? [] : [[field, text]];
    }),
  );
}

/** All that the filters hold, as a file. True where it is there at once. */
export async function makeFile(
  resource: Export['resource'],
  query: Query,
  format: ExportFormat,
): Promise<boolean> {
  const { document } = await post('/exports', {
    data: { type: 'exports', attributes: { resource, format, filter: filterOf(query) } },
  });
  const made = readOne<Export>(document);
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
  const { fileName, content } = await download(`/exports/${encodeURIComponent(id)}/file`);
  saveFile(fileName, content);
}

/** How far the file is; goes on asking until it is made. Does not throw. */
export async function loadFile(id: string): Promise<void> {
  try {
    const { document } = await get(`/exports/${encodeURIComponent(id)}`, { fresh: true });
    const found = readOne<Export>(document);
    isGone.value = found === null || new Date(found.expiresAt) < new Date();
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
