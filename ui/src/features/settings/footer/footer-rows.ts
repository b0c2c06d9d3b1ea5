// A column of the footer as rows to fill in: a text, and where it leads. Stored as lines, a link as [words](address).

export interface FooterRow {
  text: string;
  href: string;
  /** It stands in a list. */
  isEntry: boolean;
}

const LINK = /^\[([^\]]+)\]\(([^)\s]+)\)$/;

/** A line with a link in the middle of other words stays as it was written. */
export function readRows(content: string): FooterRow[] {
  return content
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const isEntry = /^[-*] /.test(line);
      const rest = isEntry ? line.slice(2).trim() : line;
      const [, text = rest, href = ''] = LINK.exec(rest) ?? [];
      return { text, href, isEntry };
    });
}

/** What somebody means who types an address of mail, a number or a site without its beginning. */
export function addressOfLink(typed: string): string {
  const address = typed.trim();
  if (/^[^\s@/:]+@[^\s@]+\.[^\s@]+$/.test(address)) return `mailto:${address}`;
  if (/^\+?[\d\s()-]{8,}$/.test(address)) return `tel:${address.replace(/[^\d+]/g, '')}`;
  if (/^www\./i.test(address)) return `https://${address}`;
  return address.replace(/\s/g, '%20').replace(/\(/g, '%28').replace(/\)/g, '%29');
}

export function writeRows(rows: readonly FooterRow[]): string {
  return rows
    .flatMap(({ text, href, isEntry }) => {
      const address = addressOfLink(href);
      const words = (text.trim() || address).replace(/\s+/g, ' ');
      if (words === '') return [];
      const line = address ? `[${words.replace(/[[\]]/g, '')}](${address})` : words;
      return [isEntry ? `- ${line}` : line];
    })
    .join('\n');
}
