// Around every screen of the centre's settings: its title, and the way to the others that this reader may change.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../components/actions/app-link.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { menu } from '../../lib/session/session.ts';
import { SETTINGS_SCREENS, type SettingsScreen } from './settings-screens.ts';
import './settings.css';

/** Those that the server lets this reader change. */
export const openScreens = (): readonly SettingsScreen[] =>
  SETTINGS_SCREENS.filter(({ right }) => menu.value.includes(right));

export interface SettingsFrameProps {
  /** The path of the screen, as in the table of screens. */
  current: string;
  title: string;
  description?: ReactNode;
  children: ReactNode;
}

export function SettingsFrame({ current, title, description, children }: SettingsFrameProps) {
  const { t } = useTranslation('settings');
  return (
    <div className="settings-page">
      <PageTitle title={title} description={description} />
      <nav className="settings-menu" aria-label={t('nav.label')}>
        <ul>
          {openScreens().map(({ key, path }) => (
            <li key={path}>
              <AppLink className="menu-tab" href={path} aria-current={path === current ? 'page' : undefined}>
                {t(`nav.${key}`)}
              </AppLink>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </div>
  );
}
