// The English words: those that every screen needs as one file to fetch, and where the others are. The files lie beside
// the screen or component that they belong to.
import common from './common.en.json';
import components from './components.en.json';
import shell from './shell.en.json';
import type { WordsName } from './words-nl.ts';

export const words = { common, components, shell };

/** What a screen adds to them. */
export const files: Record<WordsName, () => Promise<{ default: object }>> = {
  account: () => import('../features/account/account.en.json'),
  'account-privacy': () => import('../features/account/privacy/account-privacy.en.json'),
  'account-settings': () => import('../features/account/settings/account-settings.en.json'),
  applications: () => import('../features/applications/applications.en.json'),
  apply: () => import('../features/vacancies/apply/apply.en.json'),
  'audit-log': () => import('../lib/audit/audit-log.en.json'),
  auth: () => import('../features/auth/auth.en.json'),
  confirm: () => import('../features/confirm/confirm.en.json'),
  errors: () => import('./errors.en.json'),
  guardian: () => import('../features/guardian/guardian.en.json'),
  home: () => import('../features/home/home.en.json'),
  impersonation: () => import('../app/shell/banners/impersonation.en.json'),
  imports: () => import('../features/imports/imports.en.json'),
  legal: () => import('../features/legal/legal.en.json'),
  'mail-stop': () => import('../lib/session/mail-stop.en.json'),
  member: () => import('../app/shell/header/member.en.json'),
  notifications: () => import('../features/notifications/notifications.en.json'),
  organizations: () => import('../features/organizations/organizations.en.json'),
  password: () => import('../components/password/password.en.json'),
  register: () => import('../features/vacancies/register/register.en.json'),
  roles: () => import('./roles.en.json'),
  routes: () => import('./routes.en.json'),
  'second-factor': () => import('../components/second-factor/second-factor.en.json'),
  settings: () => import('../features/settings/settings.en.json'),
  shortcuts: () => import('../app/shell/shortcuts/shortcuts.en.json'),
  students: () => import('../features/students/students.en.json'),
  switch: () => import('../features/switch/switch.en.json'),
  'test-mails': () => import('../features/test-pages/test-mails.en.json'),
  unsaved: () => import('../app/shell/banners/unsaved.en.json'),
  users: () => import('../features/users/users.en.json'),
  vacancies: () => import('../features/vacancies/vacancies.en.json'),
  'vacancies-public': () => import('../features/vacancies/search/vacancies-public.en.json'),
  vacancy: () => import('../features/vacancies/detail/vacancy.en.json'),
  'work-list': () => import('../components/work-list/work-list.en.json'),
  workspace: () => import('../app/workspace/workspace.en.json'),
};
