// The page's title and description in the head, and what a screen reader hears after a change of page.
import { computed, effect, signal } from '@preact/signals-react';
import { useEffect } from 'react';
import { appName } from '../centre/centre.ts';

export interface PageHead {
  title: string;
  description?: string | undefined;
}

/** From the table of screens. */
export const rowHead = signal<PageHead | null>(null);
/** From the page itself, which knows the name of what it shows. */
const pageHead = signal<PageHead | null>(null);

export const pageTitle = computed(() => pageHead.value?.title || rowHead.value?.title || '');

/** '{page} - {app}', or only the app's name. */
export function fullTitle(page: string, app: string): string {
  if (page === '') return app;
  return app === '' ? page : `${page} - ${app}`;
}

/** In a page: its own title, such as the vacancy's. Empty while it is not known yet. */
export function usePageHead(title: string | null | undefined, description?: string | null): void {
  useEffect(() => {
    const isKnown = Boolean(title || description);
    pageHead.value = isKnown ? { title: title ?? '', description: description ?? undefined } : null;
    return () => {
      pageHead.value = null;
    };
  }, [title, description]);
}

export function followHead(page: Document = document): () => void {
  const meta = page.head.querySelector('meta[name="description"]');
  // Of the page that was asked for the server knows what it is about.
  const { pathname } = location;
  const told = meta?.getAttribute('content');
  return effect(() => {
    // What the server wrote stays until the app knows better.
    if (rowHead.value === null && pageHead.value === null) return;
    const title = fullTitle(pageTitle.value, appName.value);
    if (title) page.title = title;
    const kept = location.pathname === pathname ? told : '';
    meta?.setAttribute('content', pageHead.value?.description ?? kept ?? '');
  });
}
