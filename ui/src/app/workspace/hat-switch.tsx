// For whom one works now, and the others to choose from.
import { useTranslation } from 'react-i18next';
import { MenuButton } from '../../components/actions/menu.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { navigateTo } from '../../lib/navigation/navigation.ts';
import { useRoleWords } from '../../lib/session/role-words.ts';
import { currentUser } from '../../lib/session/session.ts';
import { type Hat, hatOfNow, hats, wear } from '../shell/hats.ts';

export const OWN_PATH = '/applications?own=1';

const ICON = { centre: 'globe', organization: 'building', oneself: 'person' } as const;

/** What one is there, in words. */
function useDuty(): (hat: Hat) => string {
  const { t } = useTranslation('workspace');
  const words = useRoleWords();
  const roles = currentUser.value?.roles ?? [];
  return ({ kind, id }) => {
    if (kind === 'oneself') return t('hat.oneself');
    const fits = (scopeType: string, scopeId: string | number): boolean =>
      kind === 'centre'
        ? ['volunteer_center', 'tenant'].includes(scopeType)
        : ['organization', 'school'].includes(scopeType) && String(scopeId) === id;
    const role = roles.find((each) => each.acceptedAt !== null && fits(each.scopeType, each.scopeId));
    return role ? words.nameOf(role.name) : '';
  };
}

/** Under another hat one begins at the start of the same list: what was chosen in it may not be theirs. */
export async function change(hat: Hat): Promise<void> {
  await wear(hat);
  navigateTo(hat.kind === 'oneself' ? OWN_PATH : location.pathname.replace(/^\/en(?=\/|$)/, '') || '/');
}

export function HatSwitch() {
  const { t } = useTranslation('workspace');
  const dutyOf = useDuty();
  const now = hatOfNow.value;
  if (!now) return null;
  return (
    <div className="hat-switch">
      <MenuButton
        className="hat-button"
        align="start"
        label={t('hat.now', { name: now.name })}
        entries={hats.value.map((hat) => ({
          label: hat.name,
          hint: dutyOf(hat),
          icon: hat.isWorn ? 'check' : ICON[hat.kind],
          current: hat.isWorn,
          onSelect: () => void change(hat),
        }))}
      >
        <span className="hat-name">{now.name}</span>
        <Icon name="down" />
      </MenuButton>
    </div>
  );
}
