// The menu as a sheet: everything the toolbar holds on a wide screen.
import { useTranslation } from 'react-i18next';
import '../../../components/form/form.css';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { Sheet } from '../../../components/feedback/dialog.tsx';
import { theme } from '../../../lib/centre/centre.ts';
import {
  currentUser,
  isSignedIn,
  organizations,
  selectedOrganizationId,
  selectOrganization,
} from '../../../lib/session/session.ts';
import type { MenuLink } from '../../menu-entries.ts';
import { SIGN_IN_PATH } from '../../router/guard.ts';
import { useAccountEntries } from './account-menu.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { MenuLinks } from './toolbar.tsx';

export function PhoneMenu({ entries, onClose }: { entries: readonly MenuLink[]; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'member']);
  const account = useAccountEntries().filter((entry) => entry.href !== undefined);
  return (
    <Sheet open title={t('menu.button')} onClose={onClose}>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the links inside are what is pressed; this only closes. */}
      <nav
        aria-label={t('menu.label')}
        className="sheet-menu"
        onClick={(event) => {
          if (event.target instanceof HTMLAnchorElement) onClose();
        }}
      >
        <MenuLinks entries={entries} />
        {isSignedIn.value ? (
          <ul
            aria-label={t('member:account.label', {
              name: currentUser.value?.firstName ?? t('member:account.me'),
            })}
          >
            {account.map((entry) => (
              <li key={entry.label}>
                <AppLink className="menu-tab" href={entry.href ?? '/'}>
                  {entry.label}
                </AppLink>
              </li>
            ))}
          </ul>
        ) : (
          <ButtonLink href={SIGN_IN_PATH} variant="primary" wide>
            {t('signIn')}
          </ButtonLink>
        )}
      </nav>
      <div className="sheet-tools">
        {organizations.value.length > 1 ? <OrganizationChoice /> : null}
        <ColourChoice />
        {theme.value?.headerLanguageToggle === false ? null : <LanguageSwitch />}
      </div>
    </Sheet>
  );
}

function OrganizationChoice() {
  const { t } = useTranslation('member');
  return (
    <div className="field">
      <label htmlFor="phone-organization">{t('account.organization')}</label>
      <select
        id="phone-organization"
        className="select"
        value={selectedOrganizationId.value ?? ''}
        onChange={(event) => selectOrganization(event.target.value)}
      >
        {organizations.value.map((each) => (
          <option key={each.id} value={each.id}>
            {each.name}
          </option>
        ))}
      </select>
    </div>
  );
}
