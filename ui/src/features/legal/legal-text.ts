// A plain text as paragraphs and lists: a line is a paragraph, lines that begin with a dash are a list. The server reads
// the same words the same way (src/web/legal.rs).

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
