// The screens of somebody's own account, in the order in which they are looked for.
import type { ParseKeys } from 'i18next';
import type { IconName } from '../../components/media/icon.tsx';

export interface AccountScreen {
  /** Its title is that of the screen: `profile.title` in routes.nl.json. */
  title: ParseKeys<'routes'>;
  path: string;
  icon: IconName;
  /** Shown where the server's menu has this. */
  right?: string;
  /** Shown where this part of the product is on. */
  feature?: 'volunteerProfiles';
}

export const ACCOUNT_SCREENS: readonly AccountScreen[] = [
  { title: 'profile.title', path: '/profiel', icon: 'person', feature: 'volunteerProfiles' },
  { title: 'profileEdit.title', path: '/profile-edit', icon: 'pen' },
  { title: 'profileEmail.title', path: '/profile-edit/email', icon: 'key' },
  { title: 'profileSettings.title', path: '/profile-edit/settings', icon: 'settings' },
  { title: 'profileMail.title', path: '/profile-edit/periodieke-mail', icon: 'mail' },
  { title: 'savedVacancies.title', path: '/profiel/bewaard', icon: 'heart' },
  { title: 'savedSearches.title', path: '/profiel/zoekopdrachten', icon: 'search' },
  { title: 'helpRequests.title', path: '/profiel/hulpvragen', icon: 'people', right: 'help_requests' },
  { title: 'accountPrivacy.title', path: '/account/privacy', icon: 'shield' },
];
