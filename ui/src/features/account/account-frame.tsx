// Around every screen of somebody's own account: its title, and the way to the others. Beside it on a wide screen,
// folded above it on a phone.
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import './account.css';
import { AppLink } from '../../components/actions/app-link.tsx';
import { PageTitle } from '../../components/layout/page-title.tsx';
import { Icon } from '../../components/media/icon.tsx';
import { useMedia, WIDE } from '../../components/use-media.ts';
import { features } from '../../lib/centre/centre.ts';
import { menu } from '../../lib/session/session.ts';
import { ACCOUNT_SCREENS } from './account-nav.ts';

export interface AccountFrameProps {
  /** The path of the screen, as in the table of screens. */
  current: string;
  title: string;
  description?: ReactNode;
  /** Beside the title. */
  actions?: ReactNode;
  /** The screen wants the whole width: the way to the others is folded above it. */
  isWide?: boolean;
  children: ReactNode;
}

export function AccountFrame(props: AccountFrameProps) {
  const { current, title, description, actions, isWide = false, children } = props;
  return (
    <div className={isWide ? 'account-frame is-wide' : 'account-frame'}>
      <AccountNav current={current} isFolded={isWide} />
      <div className="account-main">
        <PageTitle title={title} description={description} actions={actions} />
        <div className="account-cards">{children}</div>
      </div>
    </div>
  );
}

function AccountNav({ current, isFolded }: { current: string; isFolded: boolean }) {
  const { t } = useTranslation(['account', 'routes']);
  const screen = ACCOUNT_SCREENS.find(({ path }) => path === current);
  const isBeside = useMedia(WIDE) && !isFolded;
  const links = <NavLinks current={current} />;
  return (
    <nav className="account-nav" aria-label={t('nav.label')}>
      {isBeside ? (
        links
      ) : (
        // Another screen folds it again.
        <details key={current}>
          <summary>
            <span>
              {t('nav.label')}: <strong>{screen ? t(`routes:${screen.title}`) : null}</strong>
            </span>
            <Icon name="down" />
          </summary>
          {links}
        </details>
      )}
    </nav>
  );
}

function NavLinks({ current }: { current: string }) {
  const { t } = useTranslation('routes');
  return (
    <ul>
      {ACCOUNT_SCREENS.filter(
        ({ right, feature }) =>
          (right === undefined || menu.value.includes(right)) &&
          (feature === undefined || features.value[feature]),
      ).map(({ title, path, icon }) => (
        <li key={path}>
          <AppLink href={path} aria-current={path === current ? 'page' : undefined}>
            <Icon name={icon} />
            {t(title)}
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
