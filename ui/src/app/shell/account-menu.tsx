// Who is signed in, for which organisation, the colours, and the way out.
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../components/menu.tsx';
import { Avatar } from '../../components/person.tsx';
import { chooseColour, colourPreference } from '../../lib/colour-mode.ts';
import {
  currentUser,
  menu,
  organizations,
  selectedOrganizationId,
  selectOrganization,
} from '../../lib/session.ts';
import { hasScreen } from '../menu-entries.ts';
import { COLOURS } from './colour-choice.tsx';
import { isKeyListOpen } from './keys.ts';

/** More organisations than this get a screen of their own. */
const MOST_IN_A_MENU = 6;

/** The entries of the account, for the menu on a wide screen and the sheet on a phone. */
export function useAccountEntries(): MenuEntry[] {
  const { t } = useTranslation('shell');
  const mine = organizations.value;
  const now = mine.find((each) => each.id === selectedOrganizationId.value);
  const own: MenuEntry[] = [
    { label: t('account.profile'), href: '/profiel', icon: 'person' },
    { label: t('account.edit'), href: '/profile-edit', icon: 'pen' },
    { label: t('account.roles'), href: '/account/roles', icon: 'key' },
    ...(now && menu.value.includes('my_organization')
      ? [
          {
            label: t('account.ownOrganization'),
            href: `/organizations/${now.id}/edit`,
            icon: 'building' as const,
          },
        ]
      : []),
    { label: t('account.settings'), href: '/profile-edit/settings', icon: 'settings' },
    ...(menu.value.includes('centre_settings')
      ? [{ label: t('account.centreSettings'), href: '/instellingen', icon: 'building' as const }]
      : []),
    { label: t('account.privacy'), href: '/account/privacy', icon: 'shield' },
  ];
  const switcher: MenuEntry[] =
    mine.length < 2
      ? []
      : mine.length > MOST_IN_A_MENU
        ? [{ label: t('account.switch'), href: '/switch', icon: 'building', apart: true }]
        : mine.map((each, at) => ({
            label: each.name,
            icon: each.id === selectedOrganizationId.value ? 'check' : 'building',
            current: each.id === selectedOrganizationId.value,
            apart: at === 0,
            onSelect: () => selectOrganization(each.id),
          }));
  const colours: MenuEntry[] = COLOURS.map(({ preference, icon }, at) => ({
    label: t(`colour.${preference}`),
    icon: preference === colourPreference.value ? 'check' : icon,
    current: preference === colourPreference.value,
    apart: at === 0,
    onSelect: () => chooseColour(preference),
  }));
  return [
    ...own.filter((entry) => entry.href !== undefined && hasScreen(entry.href)),
    ...switcher,
    ...colours,
    { label: t('shortcuts'), icon: 'list', apart: true, onSelect: () => (isKeyListOpen.value = true) },
    { label: t('account.signOut'), href: '/uitloggen', icon: 'sign-out' },
  ];
}

export function AccountMenu() {
  const { t } = useTranslation('shell');
  const entries = useAccountEntries();
  const user = currentUser.value;
  const name = user?.firstName || user?.fullName || t('account.me');
  const organization = organizations.value.find((each) => each.id === selectedOrganizationId.value);
  return (
    <div className="only-wide">
      <MenuButton
        className="account"
        label={t('account.label', { name })}
        entries={entries}
        note={organization ? `${user?.fullName ?? name} · ${organization.name}` : user?.email}
      >
        <Avatar name={user?.fullName ?? name} own />
        <span className="account-name">{name}</span>
      </MenuButton>
    </div>
  );
}
