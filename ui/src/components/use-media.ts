// Whether a media query holds, followed live.
import { useSyncExternalStore } from 'react';

/** From here on filters stand beside the results. */
export const WIDE = '(min-width: 1024px)';
export const TABLET = '(min-width: 768px)';

export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      // A busy page may drop the event of the query; that of the window comes all the same.
      addEventListener('resize', onChange);
      return () => {
        list.removeEventListener('change', onChange);
        removeEventListener('resize', onChange);
      };
    },
    () => window.matchMedia(query).matches,
    () => false,
  );
}
