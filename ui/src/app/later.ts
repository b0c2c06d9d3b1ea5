// What the app does beside the page, once the first page is there: notifications, new builds, screens fetched ahead.
import { computed, effect } from '@preact/signals-react';
import { followBuilds, takeNewBuild } from '../lib/builds.ts';
import { followWork } from '../lib/loading-bar.ts';
import { onRouteChange } from '../lib/navigation.ts';
import { isSignedIn, sessionStatus } from '../lib/session.ts';
import { followPreloading } from './preload.ts';

/** Only who is signed in has any. */
function followNews(): void {
  const isAsking = computed(() => isSignedIn.value && sessionStatus.value !== 'half');
  effect(() => {
    if (!isAsking.value) return undefined;
    const stop = import('../lib/notifications.ts').then(({ followNotifications }) =>
      isAsking.peek() ? followNotifications() : undefined,
    );
    return () => void stop.then((end) => end?.());
  });
}

export function followLater(): void {
  followWork();
  followNews();
  followBuilds();
  followPreloading();
  onRouteChange(() => {
    takeNewBuild();
  });
}
