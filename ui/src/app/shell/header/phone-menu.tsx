// The menu as a sheet: everything the toolbar holds on a wide screen.
import { useTranslation } from 'react-i18next';
import '../../../components/form/form.css';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { ButtonLink } from '../../../components/actions/button.tsx';
import { NewDot } from '../../../components/content/badge.tsx';
import { Sheet } from '../../../components/feedback/dialog.tsx';
import { theme } from '../../../lib/centre/centre.ts';
import { currentUser, isSignedIn } from '../../../lib/session/session.ts';
import { useSignInPath } from '../../../lib/session/sign-in-path.ts';
import type { MenuLink } from '../../menu-entries.ts';
import { hatOfNow, hats, wear } from '../hats.ts';
import { useAccountEntries } from './account-menu.tsx';
import { ColourChoice } from './colour-choice.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import { Menu } from './toolbar.tsx';
import './phone-menu.css';

export function PhoneMenu({ entries, onClose }: { entries: readonly MenuLink[]; onClose: () => void }) {
  const { t } = useTranslation(['shell', 'member']);
  const signIn = useSignInPath();
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
        <Menu entries={entries} />
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
                  {entry.news ? <NewDot>{entry.news}</NewDot> : null}
                </AppLink>
              </li>
            ))}
          </ul>
        ) : (
          <ButtonLink href={signIn} variant="primary" wide>
            {t('signIn')}
          </ButtonLink>
        )}
      </nav>
      <div className="sheet-tools">
        {hats.value.length > 1 ? <HatChoice /> : null}
        <ColourChoice />
        {theme.value?.headerLanguageToggle === false ? null : <LanguageSwitch />}
      </div>
    </Sheet>
  );
}

const keyOf = ({ kind, id }: { kind: string; id: string | null }): string => `${kind}/${id ?? ''}`;

function HatChoice() {
  const { t } = useTranslation('member');
  const now = hatOfNow.value;
  return (
    <div className="field">
      <label htmlFor="phone-organization">{t('account.organization')}</label>
      <select
        id="phone-organization"
        className="select"
        value={now ? keyOf(now) : ''}
        onChange={(event) => {
          const chosen = hats.value.find((hat) => keyOf(hat) === event.target.value);
          if (chosen) void wear(chosen);
        }}
      >
        {hats.value.map((hat) => (
          <option key={keyOf(hat)} value={keyOf(hat)}>
            {hat.kind === 'oneself' ? t('account.forOneself') : hat.name}
          </option>
        ))}
      </select>
    </div>
  );
}
