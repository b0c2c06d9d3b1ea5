// The screen of the search over everything: a part of the table of screens.
import type { RouteRow } from './route-row.ts';

export const SEARCH_ROUTES: readonly RouteRow[] = [
  {
    path: '/zoeken',
    public: true,
    titleKey: 'searchAll.title',
    words: ['routes', 'search-all'],
    load: () => import('../features/search/search-all-page.tsx'),
  },
];
