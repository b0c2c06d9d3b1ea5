// The screens of somebody's own account, in the order in which they are looked for.
import type { IconName } from '../../components/media/icon.tsx';

export interface AccountScreen {
  key: 'profile' | 'details' | 'email' | 'settings' | 'digest' | 'privacy';
  path: string;
  icon: IconName;
}

export const ACCOUNT_SCREENS: readonly AccountScreen[] = [
  { key: 'profile', path: '/profiel', icon: 'person' },
  { key: 'details', path: '/profile-edit', icon: 'pen' },
  { key: 'email', path: '/profile-edit/email', icon: 'key' },
  { key: 'settings', path: '/profile-edit/settings', icon: 'settings' },
  { key: 'digest', path: '/profile-edit/periodieke-mail', icon: 'mail' },
  { key: 'privacy', path: '/account/privacy', icon: 'shield' },
];
