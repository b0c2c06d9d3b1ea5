// Who is signed in, for which organisation, the colours, and the way out.
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { chooseColour, colourPreference } from '../../../lib/centre/colour-mode.ts';
import { currentUser, menu, organizations, selectedOrganizationId } from '../../../lib/session/session.ts';
import { offersIn } from '../../menu-entries.ts';
import { ROUTES } from '../../routes.ts';
import { hats, wear } from '../hats.ts';
import { isKeyListOpen } from '../shortcuts/keys.ts';
import { COLOURS } from './colour-choice.tsx';
import './account-menu.css';

/** More organisations than this get a screen of their own. */
const MOST_IN_A_MENU = 6;

/** One's own screens, in this order, for whoever has them. */
const OWN = [
  { key: 'profile', icon: 'person' },
  { key: 'edit', icon: 'pen' },
  { key: 'savedVacancies', icon: 'heart' },
  { key: 'helpRequests', icon: 'people' },
  { key: 'roles', icon: 'key' },
  { key: 'ownOrganization', icon: 'building' },
  { key: 'settings', icon: 'settings' },
  { key: 'centreSettings', icon: 'building' },
  { key: 'privacy', icon: 'shield' },
] as const;

/** Where the entries of the account menu lead, by their keys. */
function accountPaths(menu: readonly string[]): Readonly<Record<string, string>> {
  const offers = offersIn('account', ROUTES).filter(
    (offer) => offer.for === 'members' || menu.includes(offer.for),
  );
  return Object.fromEntries(offers.map(({ key, path }) => [key, path]));
}

/** The entries of the account, for the menu on a wide screen and the sheet on a phone. */
export function useAccountEntries(withHats = true): MenuEntry[] {
  const { t } = useTranslation(['member', 'shell']);
  const mine = organizations.value;
  const now = mine.find((each) => each.id === selectedOrganizationId.value);
  const paths = accountPaths(menu.value);
  const own = OWN.flatMap(({ key, icon }): MenuEntry[] => {
    const path = paths[key];
    if (path === undefined || (path.includes(':id') && !now)) return [];
    return [{ label: t(`account.${key}`), href: path.replace(':id', now?.id ?? ''), icon }];
  });
  const choices = hats.value;
  const switcher: MenuEntry[] =
    !withHats || choices.length < 2
      ? []
      : choices.length > MOST_IN_A_MENU
        ? [{ label: t('account.switch'), href: '/switch', icon: 'building', apart: true }]
        : choices.map((hat, at) => ({
            label: hat.kind === 'oneself' ? t('account.forOneself') : hat.name,
            icon: hat.isWorn ? 'check' : hat.kind === 'oneself' ? 'person' : 'building',
            current: hat.isWorn,
            apart: at === 0,
            onSelect: () => void wear(hat),
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
        <Avatar name={user?.fullName ?? name} src={user?.avatarUrl} own />
        <span className="account-name">{name}</span>
      </MenuButton>
    </div>
  );
}
