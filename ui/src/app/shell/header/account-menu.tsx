// Who is signed in, for which organisation, the colours, and the way out.
import { useTranslation } from 'react-i18next';
import { MenuButton, type MenuEntry } from '../../../components/actions/menu.tsx';
import { NewDot } from '../../../components/content/badge.tsx';
import { Avatar } from '../../../components/content/person.tsx';
import { features } from '../../../lib/centre/centre.ts';
import { chooseColour, colourPreference } from '../../../lib/centre/colour-mode.ts';
import { unreadChangelog } from '../../../lib/changelog/unread.ts';
import { currentUser, menu, organizations, selectedOrganizationId } from '../../../lib/session/session.ts';
import type { AccountEntry } from '../../route-row.ts';
import { hats, wear } from '../hats.ts';
import { isKeyListOpen } from '../shortcuts/keys.ts';
import { ACCOUNT_ENTRIES } from './account-entries.ts';
import { COLOURS } from './colour-choice.tsx';
import './account-menu.css';

/** More organisations than this get a screen of their own. */
const MOST_IN_A_MENU = 6;

/** One's own screens, for whoever has them. */
export function ownEntries(menu: readonly string[]) {
  const entries: readonly (AccountEntry & { key: OwnKey })[] = ACCOUNT_ENTRIES;
  return entries.filter(
    ({ for: who, feature }) =>
      (who === 'members' || menu.includes(who)) && (feature === undefined || features.value[feature]),
  );
}

type OwnKey = (typeof ACCOUNT_ENTRIES)[number]['key'];

/** The entries of the account, for the menu on a wide screen and the sheet on a phone. */
export function useAccountEntries(withHats = true): MenuEntry[] {
  const { t } = useTranslation(['member', 'shell']);
  const mine = organizations.value;
  const now = mine.find((each) => each.id === selectedOrganizationId.value);
  const own = ownEntries(menu.value).flatMap(({ key, path, icon }): MenuEntry[] => {
    if (path.includes(':id') && !now) return [];
    const count = key === 'changelog' ? unreadChangelog.value : 0;
    const news = count > 0 ? t('account.news', { count }) : undefined;
    return [{ label: t(`screen.${key}`), href: path.replace(':id', now?.id ?? ''), icon, news }];
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

/** The name of the button, which says that there is something new behind it. */
export function useAccountLabel(name: string): string {
  const { t } = useTranslation('member');
  return t(unreadChangelog.value > 0 ? 'account.labelNews' : 'account.label', { name });
}

/** Somebody's picture, with a dot while there is something new. */
export function OwnAvatar({ name, src }: { name: string; src: string | null | undefined }) {
  return (
    <span className="has-new-dot">
      <Avatar name={name} src={src} own />
      {unreadChangelog.value > 0 ? <NewDot /> : null}
    </span>
  );
}

export function AccountMenu() {
  const { t } = useTranslation(['member', 'shell']);
  const entries = useAccountEntries();
  const user = currentUser.value;
  const name = user?.firstName || user?.fullName || t('account.me');
  const label = useAccountLabel(name);
  const organization = organizations.value.find((each) => each.id === selectedOrganizationId.value);
  return (
    <div className="only-wide">
      <MenuButton
        className="account"
        label={label}
        entries={entries}
        note={organization ? `${user?.fullName ?? name} · ${organization.name}` : user?.email}
      >
        <OwnAvatar name={user?.fullName ?? name} src={user?.avatarUrl} />
        <span className="account-name">{name}</span>
      </MenuButton>
    </div>
  );
}
