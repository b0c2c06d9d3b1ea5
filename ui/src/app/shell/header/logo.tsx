// The centre's logo with its name; our sign when it has none.
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { LogoMark } from '../../../components/media/drawing.tsx';
import { appName, centreProfile } from '../../../lib/centre/centre.ts';
import { colourMode } from '../../../lib/centre/colour-mode.ts';
import './logo.css';

/** Dark has its own picture when the centre gave one. */
function logoUrl(): string | null {
  const profile = centreProfile.value;
  const dark = colourMode.value === 'dark' ? profile?.websiteLogoDarkModeUrl : null;
  return dark || profile?.websiteLogoUrl || null;
}

const LONG_NAME = 14;
/** In smaller letters on a phone. */
const VERY_LONG_NAME = 26;

/** A long name in two lines of about the same length, so that it stands beside the sign. */
export function inTwoLines(name: string): string[] {
  const words = name.split(' ');
  if (name.length <= LONG_NAME || words.length < 2) return [name];
  const splits = words
    .slice(1)
    .map((_, at) => [words.slice(0, at + 1).join(' '), words.slice(at + 1).join(' ')]);
  const longest = (lines: string[]): number => Math.max(...lines.map((line) => line.length));
  return splits.sort((one, other) => longest(one) - longest(other))[0] ?? [name];
}

/** Where "Vrijwilligerscentrale" may break, when a phone leaves it no room. */
const withBreaks = (line: string): string => line.replace(/vrijwilligers(?=[a-z])/gi, '$&\u00AD');

/** Without a link around it: for the screens that bring their own. */
export function LogoWords() {
  const url = logoUrl();
  const name = appName.value;
  if (url) return <img src={url} alt={name} width="180" height="40" />;
  return (
    <>
      <LogoMark />
      <span className={name.length > VERY_LONG_NAME ? 'logo-name is-long' : 'logo-name'}>
        {inTwoLines(name).map((line) => (
          <span key={line}>{withBreaks(line)} </span>
        ))}
      </span>
    </>
  );
}

export function Logo() {
  const { t } = useTranslation('shell');
  return (
    <AppLink className="toolbar-logo" href="/" aria-label={t('home', { app: appName.value })}>
      <LogoWords />
    </AppLink>
  );
}
