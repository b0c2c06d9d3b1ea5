// What the app does beside the page, once the first page is there. The server has seen to the first look of the theme.
import { computed, effect } from '@preact/signals-react';
import { followAnalytics } from '../lib/analytics/analytics.ts';
import { followBranding } from '../lib/centre/live-branding.ts';
import { followTheme } from '../lib/centre/theme.ts';
import { followToastRoom } from '../lib/feedback/toast-room.ts';
import { followWork } from '../lib/navigation/loading-bar.ts';
import { onRouteChange } from '../lib/navigation/navigation.ts';
import { followOtherTabs } from '../lib/session/other-tabs.ts';
import { isSignedIn, sessionStatus } from '../lib/session/session.ts';
import { followBuilds, takeNewBuild } from '../lib/unsaved/builds.ts';
import { followConnection } from '../lib/unsaved/drafts.ts';
import { followPreloading } from './router/preload.ts';

/** Only who is signed in has any. */
function followNews(): void {
  const isAsking = computed(() => isSignedIn.value && sessionStatus.value !== 'half');
  effect(() => {
    if (!isAsking.value) return undefined;
    const stop = import('../lib/live/live.ts').then(({ followLive }) =>
      isAsking.peek() ? followLive() : undefined,
    );
    return () => void stop.then((end) => end?.());
  });
}

export function followLater(): void {
  followWork();
  followTheme();
  followBranding();
  followAnalytics();
  followConnection();
  followOtherTabs();
  followNews();
  followBuilds();
  followPreloading();
  followToastRoom();
  onRouteChange(() => {
    takeNewBuild();
  });
}
