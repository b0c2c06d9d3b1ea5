// The screens of what somebody asks for themselves: a part of the table of screens.
import type { RouteRow } from './route-row.ts';

export const HELP_ROUTES: readonly RouteRow[] = [
  {
    path: '/profiel/hulpvragen',
    feature: 'peerToPeer',
    titleKey: 'helpRequests.title',
    right: 'help_requests',
    menu: [{ key: 'helpRequests', menu: 'account', for: 'help_requests' }],
    words: ['routes', 'account', 'help-requests', 'applications'],
    load: () => import('../features/account/help-requests/own-requests-page.tsx'),
  },
  {
    path: '/profiel/hulpvragen/nieuw',
    feature: 'peerToPeer',
    titleKey: 'newHelpRequest.title',
    right: 'help_requests',
    words: ['routes', 'help-requests'],
    load: () => import('../features/account/help-requests/request-form-page.tsx'),
  },
  {
    path: '/profiel/hulpvragen/:id',
    feature: 'peerToPeer',
    titleKey: 'helpRequest.title',
    right: 'help_requests',
    words: ['routes', 'help-requests'],
    load: () => import('../features/account/help-requests/request-form-page.tsx'),
  },
];
