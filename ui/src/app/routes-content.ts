// The screens of those who write the site: pages and news. Part of the table in routes.ts.
import type { RouteRow } from './route-row.ts';

export const CONTENT_ROUTES: readonly RouteRow[] = [
  {
    path: '/content',
    work: true,
    titleKey: 'content.title',
    right: 'pages',
    words: ['content-pages', 'routes'],
    load: () => import('../features/content/pages/list/content-page.tsx'),
  },
  {
    path: '/content/pages',
    work: true,
    titleKey: 'contentPages.title',
    right: 'pages',
    menu: [{ key: 'pages', menu: 'side', for: 'pages', group: 'website' }],
    words: ['content-pages', 'work-list'],
    load: () => import('../features/content/pages/list/pages-page.tsx'),
  },
  {
    path: '/content/pages/new',
    work: true,
    titleKey: 'contentPageNew.title',
    right: 'pages',
    words: ['content-pages', 'routes'],
    load: () => import('../features/content/pages/list/new-page.tsx'),
  },
  {
    path: '/content/pages/:id/edit',
    work: true,
    bare: true,
    titleKey: 'contentPageEdit.title',
    right: 'pages',
    words: ['content-pages', 'content-blocks'],
    load: () => import('../features/content/pages/editor/edit-page.tsx'),
  },
  {
    path: '/content/news',
    work: true,
    titleKey: 'contentNews.title',
    right: 'news',
    menu: [{ key: 'news', menu: 'side', for: 'news', group: 'website' }],
    words: ['content-pages', 'work-list'],
    load: () => import('../features/content/pages/list/news-page.tsx'),
  },
];
