// A file on its way to the server: with its progress, which fetch does not tell, and a way to stop it.
import { ApiError, addressOf, headersFor } from './client.ts';
import type { WireDocument } from './jsonapi.ts';

export interface SentFile {
  id: string;
  url: string;
  alt: string;
}

export interface SendOptions {
  /** From 0 to 1. */
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Where it is sent to, when that is not the list of uploads. */
  path?: string;
}

/** The fields stand before the file, so that the server knows the limits when the file comes. */
export function sendFile(
  file: Blob,
  name: string,
  fields: Readonly<Record<string, string>>,
  { onProgress, signal, path = '/uploads' }: SendOptions = {},
): Promise<SentFile> {
  const address = addressOf(path);
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  form.append('file', file, name);
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', address);
    for (const [header, value] of headersFor('GET', address, {})) request.setRequestHeader(header, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const document = read(request.responseText);
      if (request.status === 200 || request.status === 201) {
        const { id, attributes } = document.data as unknown as { id: string; attributes: SentFile };
        resolve({ id, url: attributes.url, alt: attributes.alt });
      } else {
        reject(new ApiError(request.status, document, new Headers()));
      }
    };
    request.onerror = () => reject(new ApiError(0, {}, new Headers()));
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function read(text: string): WireDocument {
  try {
    return JSON.parse(text) as WireDocument;
  } catch {
    return {};
  }
}
