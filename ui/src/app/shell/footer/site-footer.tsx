// The footer: the centre's own columns 1-4, 6 and 8, and the marks it may carry.

import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { columnsOf, FooterColumn } from '../../../components/layout/footer-columns.tsx';
import { appName, centre, centreMeta, centreProfile, theme } from '../../../lib/centre/centre.ts';
import { language } from '../../../lib/locale/language.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { ColourChoice } from '../header/colour-choice.tsx';
import { OwnMenu } from '../header/toolbar.tsx';
import { isKeyListOpen } from '../shortcuts/keys.ts';
import './site-footer.css';

const BASE_LINKS = [
  { key: 'newsletter', path: '/nieuwsbrief' },
  { key: 'terms', path: '/voorwaarden' },
  { key: 'privacy', path: '/privacy' },
  { key: 'accessibility', path: '/toegankelijkheid' },
] as const;

export function SiteFooter() {
  const { t } = useTranslation('shell');
  const profile = centreProfile.value;
  const columns = columnsOf(profile, language.value);
  return (
    <footer className={`site-footer is-${theme.value?.footerVariant ?? 'maud'}`}>
      <div className="page">
        <div className="footer-columns">
          {columns.length > 0 ? (
            columns.map((column) => <FooterColumn key={column.number} column={column} />)
          ) : (
            <CentreColumn />
          )}
        </div>
        <Suspense>{centreMeta.value.menus.footer[0] ? <OwnMenu /> : null}</Suspense>
        <div className="footer-base">
          <ul>
            {BASE_LINKS.map(({ key, path }) => (
              <li key={key}>
                <AppLink href={path}>{t(`footer.${key}`)}</AppLink>
              </li>
            ))}
            <li className="for-keyboards">
              <button type="button" onClick={() => (isKeyListOpen.value = true)}>
                {t('shortcuts')}
              </button>
            </li>
          </ul>
          <ColourChoice />
          <div className="footer-logos">
            {profile?.showAnbiLogo ? <FooterLogo name="anbi" /> : null}
            {profile?.showNovLogo ? <FooterLogo name="nov" /> : null}
          </div>
        </div>
      </div>
    </footer>
  );
}

function FooterLogo({ name }: { name: 'anbi' | 'nov' }) {
  const { t } = useTranslation('shell');
  return (
    <span className="footer-logo">
      {t(`footer.${name}`)}
      <small>{t(`footer.${name}Meaning`)}</small>
    </span>
  );
}

/** A centre that filled in no column still says who it is and how to reach it. */
function CentreColumn() {
  const { t } = useTranslation('shell');
  const here = centre.value;
  const address = here?.address;
  return (
    <div>
      <h2>{appName.value}</h2>
      {address?.street ? (
        <p>
          {address.street} {address.houseNumber}
          <br />
          {address.postalCode} {address.city}
        </p>
      ) : null}
      {here?.phoneNumber ? (
        <div>
          <a href={`tel:${here.phoneNumber}`}>
            {t('footer.call', { number: formatPhone(here.phoneNumber) })}
          </a>
        </div>
      ) : null}
      {here?.email ? (
        <div>
          <a href={`mailto:${here.email}`}>{here.email}</a>
        </div>
      ) : null}
    </div>
  );
}
