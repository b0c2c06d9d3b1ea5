// THE TABLE of screens. A screen is a row here, a file in features/, words in i18n/{nl,en}, and one line less in
// routes-open.ts. What product.md says of a screen (public, layout, background) is checked by routes.test.ts.
import type { RouteRow } from './route-row.ts';

export const ROUTES: readonly RouteRow[] = [
  {
    path: '/',
    layout: 'wide',
    public: true,
    whiteBackground: true,
    titleKey: 'home.title',
    descriptionKey: 'home.description',
    words: ['home', 'vacancies-public'],
    load: () => import('../features/home/home-page.tsx'),
  },
  {
    path: '/vacancies/search',
    public: true,
    titleKey: 'search.title',
    descriptionKey: 'search.description',
    words: ['vacancies-public'],
    load: () => import('../features/vacancies/search-page.tsx'),
  },
  {
    path: '/vacancies/:id',
    public: true,
    titleKey: 'vacancy.title',
    words: ['vacancies-public', 'apply'],
    load: () => import('../features/vacancies/vacancy-page.tsx'),
  },
  {
    path: '/confirm',
    public: true,
    titleKey: 'confirm.title',
    words: ['confirm'],
    load: () => import('../features/confirm/confirm-page.tsx'),
  },
  {
    path: '/auth/login-1',
    public: true,
    titleKey: 'signIn.title',
    words: ['auth'],
    load: () => import('../features/auth/sign-in-page.tsx'),
  },
  {
    path: '/inloggen',
    public: true,
    titleKey: 'signIn.title',
    words: ['auth'],
    load: () => import('../features/auth/sign-in-page.tsx'),
  },
  {
    path: '/uitloggen',
    titleKey: 'signOut.title',
    words: ['auth'],
    load: () => import('../features/auth/sign-out-page.tsx'),
  },
  {
    path: '/signup',
    public: true,
    titleKey: 'signUp.title',
    words: ['auth'],
    load: () => import('../features/auth/sign-up-page.tsx'),
  },
  {
    path: '/signup/success',
    public: true,
    titleKey: 'signUpSuccess.title',
    words: ['auth'],
    load: () => import('../features/auth/sign-up-success-page.tsx'),
  },
];
