// What lies over every page: the loading bar, the toasts, the word that there is no connection.
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { LoadingBar } from '../../components/feedback/loading.tsx';
import { ToastRegion } from '../../components/feedback/toast.tsx';
import { isAsked } from '../../lib/analytics/analytics.ts';
import { pauseToast, removeToast, resumeToast, toastPosition, toasts } from '../../lib/feedback/toasts.ts';
import { loadingBar } from '../../lib/navigation/loading-bar.ts';
import { isOnline } from '../../lib/unsaved/drafts.ts';
import { isSearchOpen } from './search/search-open.ts';
import './overlays.css';

const SearchBox = lazy(async () => (await import('./on-demand.tsx')).searchBox());
const AnalyticsQuestion = lazy(async () => (await import('./on-demand.tsx')).analyticsQuestion());

export function Overlays() {
  const { t } = useTranslation('shell');
  const bar = loadingBar.value;
  useEffect(followSearchLink, []);
  return (
    <>
      <LoadingBar
        visible={bar.progress > 0 || bar.isVisible}
        hiding={!bar.isVisible}
        progress={bar.progress / 100}
      />
      <p className="connection-note" role="status" hidden={isOnline.value}>
        {isOnline.value ? '' : t('offline')}
      </p>
      {isSearchOpen.value ? (
        <Suspense fallback={null}>
          <SearchBox />
        </Suspense>
      ) : null}
      {isAsked.value ? (
        <Suspense fallback={null}>
          <AnalyticsQuestion />
        </Suspense>
      ) : null}
      <ToastRegion
        toasts={toasts.value.map((toast) => ({
          ...toast,
          icon: toast.icon ?? undefined,
          action: toast.action ?? undefined,
        }))}
        position={toastPosition.value}
        onPause={pauseToast}
        onResume={resumeToast}
        onClose={removeToast}
      />
    </>
  );
}

/** A press on the link in the bar opens the search over the page, as long as there is one; with a key held it is a link. */
function followSearchLink(): void {
  document.addEventListener(
    'click',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      if (!(event.target as Element).closest('.toolbar-search')) return;
      event.preventDefault();
      isSearchOpen.value = true;
    },
    true,
  );
}
