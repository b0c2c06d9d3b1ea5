// The calls about what a centre publishes for everybody. Its pages themselves come as the server renders them
// (lib/server-page).
import { call } from './calls.ts';
import type { Resource } from './jsonapi.ts';

/** A page as it was published last. */
interface PublishedPage extends Resource {
  title: string;
  slug: string;
}

export const PUBLISHED_CALLS = {
  /** Whether there is a page at this address. */
  pageBySlug: call('GET /pages/by_slug/{id}')<PublishedPage>(),
} as const;
