// Files that the server makes. Apart from the calls themselves, which every first view needs.
import type { AnyCall } from './calls.ts';
import {
  ApiError,
  addressOf,
  answerOf,
  callsUnderWay,
  documentOf,
  headersFor,
  type Query,
} from './client.ts';
import { pathOfCall } from './requests.ts';

export interface Download {
  fileName: string;
  content: Blob;
}

/** Throws as `get` does. */
export async function download(path: string, query: Query = {}): Promise<Download> {
  const address = addressOf(path, query);
  const headers = headersFor('GET', address, {});
  headers.set('Accept', '*/*');
  callsUnderWay.value += 1;
  try {
    const response = await answerOf(address, { headers, credentials: 'same-origin' }, true);
    if (!response.ok) throw new ApiError(response.status, await documentOf(response), response.headers);
    const named = /filename="([^"]+)"/.exec(response.headers.get('Content-Disposition') ?? '');
    return { fileName: named?.[1] ?? address.replace(/^.*\//, ''), content: await response.blob() };
  } finally {
    callsUnderWay.value -= 1;
  }
}

/** A file that only who is signed in may have, under the name the server gives it. */
export function fetchFile<C extends AnyCall>(call: C, id = '', query = ''): Promise<Download> {
  return download(`${pathOfCall(call, id)}${query}`);
}

/** For files the server makes that are no API documents, such as the build manifest. Null when there is none. */
export async function getFile(path: string): Promise<unknown> {
  // biome-ignore lint/style/noRestrictedGlobals: no document, so it is none of the client's
  const response = await fetch(path, { cache: 'no-store', headers: { Accept: 'application/json' } });
  return response.ok ? response.json() : null;
}

/** A page of this site as text, as a visitor gets it. Null when it cannot be had. */
export async function getPage(path: string): Promise<string | null> {
  try {
    // biome-ignore lint/style/noRestrictedGlobals: no document, so it is none of the client's
    const response = await fetch(path, { credentials: 'omit', headers: { Accept: 'text/html' } });
    return response.ok ? await response.text() : null;
  } catch {
    return null;
  }
}
