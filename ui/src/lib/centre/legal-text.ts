// A plain text as paragraphs and lists: a line is a paragraph, lines that begin with a dash are a list, and in the texts
// of a centre `## ` begins a section. The server reads the same words the same way (src/web/legal.rs).
import { type FooterLine, readFooterContent } from '../../lib/centre/footer-content.ts';

export type Block = { kind: 'paragraph'; text: string } | { kind: 'list'; items: string[] };

export function readBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  for (const line of text.split('\n')) {
    if (!line.startsWith('- ')) {
      blocks.push({ kind: 'paragraph', text: line });
      continue;
    }
    const last = blocks.at(-1);
    if (last?.kind === 'list') last.items.push(line.slice(2));
    else blocks.push({ kind: 'list', items: [line.slice(2)] });
  }
  return blocks;
}

/** Lines that stand together: a paragraph, or the entries of a list. */
export type LineGroup = { isList: boolean; lines: FooterLine[] };

export interface TextSection {
  /** Empty: what stands before the first heading. */
  title: string;
  groups: LineGroup[];
}

export function readSections(text: string): TextSection[] {
  const parts: { title: string; body: string[] }[] = [{ title: '', body: [] }];
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith('## ')) parts.push({ title: line.slice(3).trim(), body: [] });
    else parts.at(-1)?.body.push(line);
  }
  return parts
    .map(({ title, body }) => ({ title, groups: grouped(readFooterContent(body.join('\n'))) }))
    .filter(({ title, groups }) => title !== '' || groups.length > 0);
}

function grouped(lines: readonly FooterLine[]): LineGroup[] {
  const groups: LineGroup[] = [];
  for (const line of lines) {
    const last = groups.at(-1);
    if (line.isEntry && last?.isList) last.lines.push(line);
    else groups.push({ isList: line.isEntry, lines: [line] });
  }
  return groups;
}
