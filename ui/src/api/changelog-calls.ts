// The calls about the changelog besides those of its entries.
import { call, type Meta, type Nothing } from './calls.ts';
import type { Resource } from './jsonapi.ts';

interface ChangelogFeedMeta extends Meta {
  createdAt?: string | null;
  /** When it was just made. */
  address?: string | null;
}

export const CHANGELOG_CALLS = {
  unreadChangelog: call('GET /changelog_entries/unread')<Resource, { count: number; ids: string[] }>(),
  readChangelog: call('PUT /changelog_entries/read_all')<Resource, Meta, Nothing>(),
  changelogFeed: call('GET /me/changelog_feed')<Resource, ChangelogFeedMeta>(),
  makeChangelogFeed: call('PUT /me/changelog_feed')<Resource, ChangelogFeedMeta>(),
  stopChangelogFeed: call('DELETE /me/changelog_feed')<Resource, ChangelogFeedMeta>(),
} as const;
