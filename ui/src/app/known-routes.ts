// The rows of the table of screens that are loaded so far: a visitor's, until somebody signs in or asks for another screen.
import { signal } from '@preact/signals-react';
import type { RouteRow } from './route-row.ts';
import { findRow } from './router/find-row.ts';
import { PUBLIC_ROUTES } from './routes-public.ts';

export const knownRoutes = signal<readonly RouteRow[]>(PUBLIC_ROUTES);

export async function loadAllRoutes(): Promise<void> {
  knownRoutes.value = (await import('./routes.ts')).ROUTES;
}

/**
 * Whether a visitor's rows say all about an address. A parameter that is no number may be the name of another screen:
 * `/vacancies/add` beside `/vacancies/:id`.
 */
export function isKnown(path: string): boolean {
  const row = findRow(PUBLIC_ROUTES, path);
  if (!row) return false;
  const parts = path.split('/');
  return row.path.split('/').every((part, at) => !part.startsWith(':') || /^\d/.test(parts[at] ?? ''));
}
