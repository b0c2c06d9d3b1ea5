// The calls about what a centre publishes for everybody. Its pages themselves come as the server renders them
// (lib/server-page).
import { call } from './calls.ts';
import type { Resource } from './jsonapi.ts';
import type { ActivityRegistration } from './schema.d.ts';

/** A page as it was published last. */
interface PublishedPage extends Resource {
  title: string;
  slug: string;
}

export const PUBLISHED_CALLS = {
  /** Whether there is a page at this address. */
  pageBySlug: call('GET /pages/by_slug/{id}')<PublishedPage>(),
  /** 201 with the registration; 202 without one, for a guest, who confirms by mail. */
  joinActivity: call('POST /activities/{id}/registrations', 'activity_sign_ups')<
    ActivityRegistration,
    { sentTo?: string }
  >(),
} as const;
