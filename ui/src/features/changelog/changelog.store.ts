// What the page of the changelog asks and changes besides its list.
import { useEffect, useRef, useState } from 'react';
import { refresh } from '../../api/cache.ts';
import { CHANGELOG_CALLS } from '../../api/changelog-calls.ts';
import { keyOf, useCall } from '../../api/hooks.ts';
import { send } from '../../api/requests.ts';
import { readChangelog } from '../../lib/changelog/unread.ts';

const NONE: ReadonlySet<string> = new Set();

/** The entries that were new when the page opened; from then on they are seen. */
export function useFreshEntries(): ReadonlySet<string> {
  const [fresh, setFresh] = useState(NONE);
  const hasBegun = useRef(false);
  useEffect(() => {
    if (hasBegun.current) return;
    hasBegun.current = true;
    void readChangelog().then((ids) => setFresh(new Set(ids)));
  }, []);
  return fresh;
}

export const reloadEntries = (): Promise<void> => refresh(keyOf('/changelog_entries'));

export const useChangelogFeed = () => useCall(CHANGELOG_CALLS.changelogFeed, {});

/** Gives the new address; the one before it stops. */
export async function makeChangelogFeed(): Promise<string | null> {
  const { meta } = await send(CHANGELOG_CALLS.makeChangelogFeed);
  await refresh(keyOf('/me/changelog_feed'));
  return meta.address ?? null;
}

export async function stopChangelogFeed(): Promise<void> {
  await send(CHANGELOG_CALLS.stopChangelogFeed);
  await refresh(keyOf('/me/changelog_feed'));
}
