// The columns of the footer as the centre wrote them, in the footer and where they are written.
import { type FooterLine, readFooterContent } from '../../lib/centre/footer-content.ts';
import type { Language } from '../../lib/locale/language.ts';
import { AppLink } from '../actions/app-link.tsx';

export const FOOTER_COLUMNS = [1, 2, 3, 4, 6, 8] as const;

type FooterText = `footerColumn${(typeof FOOTER_COLUMNS)[number]}${'Title' | 'Content'}`;

/** The fields of the centre's profile, or of the form in which they are written. */
export type FooterTexts = { readonly [Name in FooterText | `${FooterText}En`]?: string | null };

interface Column {
  number: number;
  title: string;
  lines: FooterLine[];
}

/** In the visitor's language; what was not written in English is shown in Dutch. */
export function columnsOf(profile: FooterTexts | null, reader: Language): Column[] {
  const text = (name: FooterText): string =>
    (reader === 'en' ? profile?.[`${name}En`] : null) || profile?.[name] || '';
  return FOOTER_COLUMNS.map((number) => ({
    number,
    title: text(`footerColumn${number}Title`),
    lines: readFooterContent(text(`footerColumn${number}Content`)),
  })).filter((column) => column.title !== '' || column.lines.length > 0);
}

export function FooterColumn({ column }: { column: Column }) {
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
