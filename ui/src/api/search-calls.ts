// The one search over everything, apart from the table that every first view carries.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

export interface SearchResult {
  id: string;
  title: string;
  /** What tells it apart. */
  hint: string | null;
  /** Plain text. */
  excerpt: string | null;
  /** An instant; of news only. */
  publishedAt: string | null;
  /** Without the prefix of the language. */
  path: string;
}

/** What was found of one type, which is its id. */
export interface SearchGroup extends Resource {
  total: number;
  /** Where all of them stand; null for a group of the work. */
  path: string | null;
  results: readonly SearchResult[];
}

export const SEARCH_CALLS = {
  search: call('GET /search')<
    SearchGroup,
    Meta,
    Nothing,
    { locale?: string; 'page[size]'?: number; q: string; scope?: 'site' | 'work'; types?: string }
  >(),
} as const;
