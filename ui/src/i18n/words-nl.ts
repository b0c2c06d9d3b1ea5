// The Dutch words: those that every screen needs as one file to fetch, and where the others are. The files lie beside
// the screen or component that they belong to.
import common from './common.nl.json';
import components from './components.nl.json';
import shell from './shell.nl.json';

export const words = { common, components, shell };

/** What a screen adds to them. */
export const files = {
  account: () => import('../features/account/account.nl.json'),
  'account-privacy': () => import('../features/account/privacy/account-privacy.nl.json'),
  'account-settings': () => import('../features/account/settings/account-settings.nl.json'),
  applications: () => import('../features/applications/applications.nl.json'),
  apply: () => import('../features/vacancies/apply/apply.nl.json'),
  'audit-log': () => import('../lib/audit/audit-log.nl.json'),
  auth: () => import('../features/auth/auth.nl.json'),
  confirm: () => import('../features/confirm/confirm.nl.json'),
  errors: () => import('./errors.nl.json'),
  guardian: () => import('../features/guardian/guardian.nl.json'),
  home: () => import('../features/home/home.nl.json'),
  impersonation: () => import('../app/shell/banners/impersonation.nl.json'),
  imports: () => import('../features/imports/imports.nl.json'),
  legal: () => import('../features/legal/legal.nl.json'),
  'mail-stop': () => import('../lib/session/mail-stop.nl.json'),
  member: () => import('../app/shell/header/member.nl.json'),
  notifications: () => import('../features/notifications/notifications.nl.json'),
  organizations: () => import('../features/organizations/organizations.nl.json'),
  password: () => import('../components/password/password.nl.json'),
  register: () => import('../features/vacancies/register/register.nl.json'),
  roles: () => import('./roles.nl.json'),
  routes: () => import('./routes.nl.json'),
  'second-factor': () => import('../components/second-factor/second-factor.nl.json'),
  settings: () => import('../features/settings/settings.nl.json'),
  shortcuts: () => import('../app/shell/shortcuts/shortcuts.nl.json'),
  students: () => import('../features/students/students.nl.json'),
  switch: () => import('../features/switch/switch.nl.json'),
  'test-mails': () => import('../features/test-pages/test-mails.nl.json'),
  unsaved: () => import('../app/shell/banners/unsaved.nl.json'),
  users: () => import('../features/users/users.nl.json'),
  vacancies: () => import('../features/vacancies/vacancies.nl.json'),
  'vacancies-public': () => import('../features/vacancies/search/vacancies-public.nl.json'),
  vacancy: () => import('../features/vacancies/detail/vacancy.nl.json'),
  'work-list': () => import('../components/work-list/work-list.nl.json'),
  workspace: () => import('../app/workspace/workspace.nl.json'),
};

type Loaded = { [Name in keyof typeof files]: Awaited<ReturnType<(typeof files)[Name]>>['default'] };

/** All words by the name of their file: the Dutch ones are the source, so they say which keys there are. */
export interface AllWords extends Loaded, Readonly<typeof words> {}

export type WordsName = keyof typeof files;
