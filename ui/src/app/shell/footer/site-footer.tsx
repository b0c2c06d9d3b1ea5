// The footer: the centre's own columns 1-4, 6 and 8, and the marks it may carry.

import { useTranslation } from 'react-i18next';
import type { VolunteerCenterProfile } from '../../../api/schema.d.ts';
import { AppLink } from '../../../components/actions/app-link.tsx';
import { appName, centre, centreProfile, theme } from '../../../lib/centre/centre.ts';
import { type Language, language } from '../../../lib/locale/language.ts';
import { formatPhone } from '../../../lib/locale/phone.ts';
import { ColourChoice } from '../header/colour-choice.tsx';
import { isKeyListOpen } from '../shortcuts/keys.ts';
import { type FooterLine, readFooterContent } from './footer-content.ts';
import './site-footer.css';

const COLUMNS = [1, 2, 3, 4, 6, 8] as const;
const BASE_LINKS = [
  { key: 'terms', path: '/voorwaarden' },
  { key: 'privacy', path: '/privacy' },
  { key: 'accessibility', path: '/toegankelijkheid' },
] as const;

interface Column {
  number: number;
  title: string;
  lines: FooterLine[];
}

/** In the visitor's language; what was not written in English is shown in Dutch. */
function columnsOf(profile: VolunteerCenterProfile | null, reader: Language): Column[] {
  const text = (name: `footerColumn${(typeof COLUMNS)[number]}${'Title' | 'Content'}`) =>
    (reader === 'en' ? profile?.[`${name}En`] : null) || profile?.[name] || '';
  return COLUMNS.map((number) => ({
    number,
    title: text(`footerColumn${number}Title`),
    lines: readFooterContent(text(`footerColumn${number}Content`)),
  })).filter((column) => column.title !== '' || column.lines.length > 0);
}

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

function FooterColumn({ column }: { column: Column }) {
  const entries = column.lines.filter((line) => line.isEntry);
  const texts = column.lines.filter((line) => !line.isEntry);
  return (
    <div>
      {column.title ? <h2>{column.title}</h2> : null}
      {texts.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name, and never move.
        <Line key={at} line={line} />
      ))}
      {entries.length > 0 ? (
        <ul>
          {entries.map((line, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same.
            <li key={at}>
              <Pieces line={line} />
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

/** A line that is one link stands by itself, as large to press as any other. */
function Line({ line }: { line: FooterLine }) {
  const isLink = line.pieces.length === 1 && line.pieces[0]?.href;
  return isLink ? (
    <div>
      <Pieces line={line} />
    </div>
  ) : (
    <p>
      <Pieces line={line} />
    </p>
  );
}

function Pieces({ line }: { line: FooterLine }) {
  return line.pieces.map((piece) =>
    piece.href ? (
      <AppLink key={piece.text + piece.href} href={piece.href}>
        {piece.text}
      </AppLink>
    ) : (
      piece.text
    ),
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
