// The row of the table of screens that an address belongs to.
import { matchRoutes } from 'react-router';
import type { RouteRow } from '../route-row.ts';

/** `path` without its language. */
export function findRow(rows: readonly RouteRow[], path: string): RouteRow | null {
  const matches = matchRoutes(
    rows.map((row) => ({ path: row.path, handle: row })),
    path,
  );
  return matches?.[0]?.route.handle ?? null;
}
