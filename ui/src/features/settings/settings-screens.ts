// The screens of the centre's settings, in the order in which a new centre needs them.
import type { IconName } from '../../components/media/icon.tsx';

/** As the server names them in the menu of who is signed in. */
type SettingsRight =
  | 'centre_settings'
  | 'centre_design'
  | 'centre_footer'
  | 'legal_texts'
  | 'api_keys'
  | 'centres';

export interface SettingsScreen {
  /** Its words: `nav.…` and `index.…` in settings.nl.json. */
  key:
    | 'rules'
    | 'organisation'
    | 'design'
    | 'footer'
    | 'contactPerson'
    | 'legalTexts'
    | 'apiKeys'
    | 'centres'
    | 'partners';
  path: string;
  right: SettingsRight;
  icon: IconName;
}

export const SETTINGS_SCREENS: readonly SettingsScreen[] = [
  { key: 'rules', path: '/instellingen', right: 'centre_settings', icon: 'settings' },
  { key: 'organisation', path: '/instellingen/organisatie', right: 'centre_settings', icon: 'building' },
  { key: 'design', path: '/instellingen/design', right: 'centre_design', icon: 'pen' },
  { key: 'footer', path: '/instellingen/footer', right: 'centre_footer', icon: 'list' },
  {
    key: 'contactPerson',
    path: '/instellingen/contact-person',
    right: 'centre_settings',
    icon: 'person',
  },
  { key: 'legalTexts', path: '/instellingen/teksten', right: 'legal_texts', icon: 'shield' },
  { key: 'apiKeys', path: '/instellingen/sleutels', right: 'api_keys', icon: 'key' },
  { key: 'centres', path: '/instellingen/centra', right: 'centres', icon: 'globe' },
  { key: 'partners', path: '/instellingen/partners', right: 'centres', icon: 'link' },
];
