// A text in the markup of mails (src/mail/markup.rs) as it reads, while it is not being written.
import { Fragment, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { tagsIn } from '../../../../components/mail/placeholders.ts';
import { FIRST_NAME } from '../state/newsletter-document.ts';

const INLINE = /\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)\s]*)\)/g;
const BUTTON = /^\[([^\]]+)\]\([^)\s]*\)$/;

/** Placeholders as chips; links lead nowhere here. */
function inline(text: string, chip: ReactNode): ReactNode[] {
  const pieces: ReactNode[] = [];
  const plain = (piece: string) => {
    let at = 0;
    for (const { name, from, to } of tagsIn(piece)) {
      pieces.push(piece.slice(at, from), name === FIRST_NAME ? chip : piece.slice(from, to));
      at = to;
    }
    pieces.push(piece.slice(at));
  };
  let at = 0;
  for (const found of text.matchAll(INLINE)) {
    const [whole, bold, label] = found;
    plain(text.slice(at, found.index));
    pieces.push(bold === undefined ? <u>{label}</u> : <b>{bold}</b>);
    at = found.index + whole.length;
  }
  plain(text.slice(at));
  return pieces;
}

export function MailText({ text }: { text: string }) {
  const { t } = useTranslation('newsletter-edit');
  const chip = <span className="slot-chip">{t('firstName')}</span>;
  const line = (piece: string) =>
    inline(piece, chip).map((each, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a text have no other name
      <Fragment key={at}>{each}</Fragment>
    ));
  return text
    .split(/\n\s*\n/)
    .filter((part) => part.trim() !== '')
    .map((part, at) => {
      const lines = part.split('\n').filter((each) => each.trim() !== '');
      const label = lines.length === 1 ? BUTTON.exec(lines[0]?.trim() ?? '')?.[1] : undefined;
      const key = `${at}-${part.length}`;
      if (label !== undefined) {
        return (
          <p key={key}>
            <span className="button is-primary">{label}</span>
          </p>
        );
      }
      if (lines.every((each) => each.startsWith('- '))) {
        return (
          <ul key={key}>
            {lines.map((each, row) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a list have no other name
              <li key={row}>{line(each.slice(2))}</li>
            ))}
          </ul>
        );
      }
      if (lines.every((each) => each.startsWith('> ')))
        return <blockquote key={key}>{line(lines.map((each) => each.slice(2)).join(' '))}</blockquote>;
      return <p key={key}>{line(part)}</p>;
    });
}
