// Who is signed in, for which organisation, the colours, and the way out.
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { chooseColour, colourPreference } from '../../../lib/centre/colour-mode.ts';
import {
  currentUser,
  menu,
  organizations,
  selectedOrganizationId,
  selectOrganization,
} from '../../../lib/session/session.ts';
import { accountPaths } from '../../menu-entries.ts';
import { isKeyListOpen } from '../shortcuts/keys.ts';
import { COLOURS } from './colour-choice.tsx';

/** More organisations than this get a screen of their own. */
const MOST_IN_A_MENU = 6;

/** One's own screens, in this order, for whoever has them. */
const OWN = [
  { key: 'profile', icon: 'person' },
  { key: 'edit', icon: 'pen' },
  { key: 'roles', icon: 'key' },
  { key: 'ownOrganization', icon: 'building' },
  { key: 'settings', icon: 'settings' },
  { key: 'centreSettings', icon: 'building' },
  { key: 'privacy', icon: 'shield' },
] as const;

/** The entries of the account, for the menu on a wide screen and the sheet on a phone. */
export function useAccountEntries(): MenuEntry[] {
  const { t } = useTranslation(['member', 'shell']);
  const mine = organizations.value;
  const now = mine.find((each) => each.id === selectedOrganizationId.value);
  const paths = accountPaths(menu.value);
  const own = OWN.flatMap(({ key, icon }): MenuEntry[] => {
    const path = paths[key];
    if (path === undefined || (path.includes(':id') && !now)) return [];
    return [{ label: t(`account.${key}`), href: path.replace(':id', now?.id ?? ''), icon }];
  });
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
    label: t(`shell:colour.${preference}`),
    icon: preference === colourPreference.value ? 'check' : icon,
    current: preference === colourPreference.value,
    apart: at === 0,
    onSelect: () => chooseColour(preference),
  }));
  return [
    ...own,
    ...switcher,
    ...colours,
    { label: t('shell:shortcuts'), icon: 'list', apart: true, onSelect: () => (isKeyListOpen.value = true) },
    { label: t('account.signOut'), href: '/uitloggen', icon: 'sign-out' },
  ];
}

export function AccountMenu() {
  const { t } = useTranslation(['member', 'shell']);
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
