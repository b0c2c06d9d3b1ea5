// One published page by its address, in the language of the reader.
import { useEffect, useState } from 'react';
import { type ApiError, hasDocument } from '../../../api/client.ts';
import { useCall } from '../../../api/hooks.ts';
import {
  PUBLISHED_CALLS,
  type ReadDocument,
  type ReadPage,
  type ReadPageMeta,
} from '../../../api/published-calls.ts';
import { normaliseError, showError } from '../../../lib/feedback/errors.ts';
import { LANGUAGES, type Language, language, splitPath } from '../../../lib/locale/language.ts';
import { navigateTo } from '../../../lib/navigation/navigation.ts';
import { useQuery } from '../../../lib/navigation/query.ts';

export interface Read {
  page: ReadPage;
  meta: Partial<ReadPageMeta>;
  /** Of its blocks, in order, as the server wrote it. */
  html: string;
  /** Of a page that nobody translated: the language that it is in. */
  foreign: Language | null;
}

export interface Reading {
  read: Read | null;
  error: ApiError | null;
  refresh: () => Promise<void>;
}

/** The blocks of an answer as one text of HTML. */
export function htmlOf(document: ReadDocument): string {
  return (document.included ?? [])
    .filter((each) => each.type === 'content_blocks')
    .map((each) => ({
      at: Number(each.attributes?.position ?? 0),
      html: String(each.attributes?.html ?? ''),
    }))
    .sort((one, other) => one.at - other.at)
    .map(({ html }) => html)
    .join('\n');
}

/** @useSignals */
export function useReadPage(slug: string): Reading {
  const previewToken = useQuery().get('preview_token');
  const locale = language.value;
  const query = { locale, previewToken };
  const own = useCall(PUBLISHED_CALLS.pageBySlug, { id: slug, query });
  // What the server showed is not replaced by less: where it answered in the other language, and the own one cannot be had.
  const other = LANGUAGES.find((each) => each !== locale) ?? locale;
  const [wasShown] = useState(() => hasDocument(`/api/v1/pages/by_slug/${slug}?locale=${other}`));
  const isShownAgain = wasShown && own.error !== null && movedPath(own.error) === null;
  const shown = useCall(
    PUBLISHED_CALLS.pageBySlug,
    isShownAgain ? { id: slug, query: { locale: other } } : null,
    { once: true },
  );
  const data = own.data ?? shown.data;
  const page = data?.item;
  const foreign = page && page.locale !== locale ? page.locale : null;
  const read = page ? { page, meta: data.meta, html: htmlOf(data.document), foreign } : null;
  return { read, error: read || (isShownAgain && !shown.error) ? null : own.error, refresh: own.refresh };
}

/** Where a page stands now that has left this address. */
export function movedPath(error: ApiError): string | null {
  if (error.statusCode !== 410) return null;
  const paths = error.errors.map(({ meta }) => (meta?.moved_to as { path?: unknown } | undefined)?.path);
  const path = paths.find((each) => typeof each === 'string' && /^\/(?!\/)/.test(each));
  return (path as string | undefined) ?? null;
}

/** Goes to where a page stands now; without one the screen says that there is nothing here. */
export function useMissingPage(error: ApiError | null): void {
  useEffect(() => {
    if (!error || error.isOffline) return;
    const moved = movedPath(error);
    // A page that is said to have moved to where one is already: going there would ask the same again, for ever.
    if (moved === null || moved === location.pathname) {
      showError(normaliseError(error, { fatal: true }));
      return;
    }
    const { prefix, path } = splitPath(moved);
    if (prefix === splitPath(location.pathname).prefix) navigateTo(path, { replace: true });
    else location.replace(moved);
  }, [error]);
}
