// A footer column's text: a line is a line, [words](address) is a link, "- " begins a list. Nothing else; pure.
import { safeHref } from '../navigation/navigation.ts';

export type Piece = { text: string; href: string | null };
export interface FooterLine {
  isEntry: boolean;
  pieces: Piece[];
}

const LINK = /\[([^\]]+)\]\(([^)\s]+)\)/g;
const BARE = /(https?:\/\/[^\s<]+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+)/;

export function readFooterContent(content: string | null | undefined): FooterLine[] {
  return (content ?? '')
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const isEntry = /^[-*] /.test(line);
      return { isEntry, pieces: readPieces(isEntry ? line.slice(2) : line) };
    });
}

function readPieces(line: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const found of line.matchAll(LINK)) {
    const [whole, words = '', address = ''] = found;
    pieces.push(...readPlain(line.slice(at, found.index)), { text: words, href: safeHref(address) });
    at = found.index + whole.length;
  }
  return [...pieces, ...readPlain(line.slice(at))];
}

function readPlain(text: string): Piece[] {
  return text
    .split(BARE)
    .filter((part) => part !== '')
    .map((part) => ({ text: part, href: hrefOf(part) }));
}

function hrefOf(part: string): string | null {
  if (!BARE.test(part)) return null;
  return part.includes('://') ? safeHref(part) : `mailto:${part}`;
}
