// The text of a centre, with its name and how to reach it filled in.
import { useTranslation } from 'react-i18next';
import { appName, centre } from '../../lib/centre/centre.ts';
import type { FooterLine } from '../../lib/centre/footer-content.ts';
import { filledHtml, isMarkup } from '../../lib/centre/legal-html.ts';
import { type LineGroup, readSections } from '../../lib/centre/legal-text.ts';
import { language } from '../../lib/locale/language.ts';
import { AppLink } from '../actions/app-link.tsx';

export function TextSections({ text, lang }: { text: string; lang?: string }) {
  const { t } = useTranslation('legal');
  const email = centre.value?.email;
  const contact = email
    ? t('privacy.contactMail', { email })
    : t('privacy.contactNone', { centre: appName.value });
  if (isMarkup(text)) {
    const html = filledHtml(text, { centre: appName.value, contact }, (lang ?? language.value) === 'en');
    // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server when it was stored; what is filled in is escaped
    return <div className="legal-html" lang={lang} dangerouslySetInnerHTML={{ __html: html }} />;
  }
  const filled = text.replaceAll('{{centre}}', appName.value).replaceAll('{{contact}}', contact);
  return readSections(filled).map(({ title, groups }, at) => {
    const id = `deel-${at}`;
    return (
      <section key={id} lang={lang} {...(title ? { 'aria-labelledby': id } : {})}>
        {title ? <h2 id={id}>{title}</h2> : null}
        {groups.map((group, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text have no other name, and never move.
          <Group key={place} group={group} />
        ))}
      </section>
    );
  });
}

function Group({ group: { isList, lines } }: { group: LineGroup }) {
  const [first] = lines;
  if (!isList) return <p>{first ? <Pieces line={first} /> : null}</p>;
  return (
    <ul>
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same.
        <li key={at}>
          <Pieces line={line} />
        </li>
      ))}
    </ul>
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
