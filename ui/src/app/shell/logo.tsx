// The centre's logo with its name; our sign when it has none.
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LogoMark } from '../../components/drawing.tsx';
import { appName, centreProfile } from '../../lib/centre.ts';
import { colourMode } from '../../lib/colour-mode.ts';

/** Dark has its own picture when the centre gave one. */
function logoUrl(): string | null {
  const profile = centreProfile.value;
  const dark = colourMode.value === 'dark' ? profile?.websiteLogoDarkModeUrl : null;
  return dark || profile?.websiteLogoUrl || null;
}

/** Without a link around it: for the screens that bring their own. */
export function LogoWords() {
  const url = logoUrl();
  const name = appName.value;
  if (url) return <img src={url} alt={name} width="180" height="40" />;
  return (
    <>
      <LogoMark />
      <span className="logo-name">{name}</span>
    </>
  );
}

export function Logo() {
  const { t } = useTranslation('shell');
  return (
    <Link className="toolbar-logo" to="/" aria-label={t('home', { app: appName.value })}>
      <LogoWords />
    </Link>
  );
}
