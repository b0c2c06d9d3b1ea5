// What a page lacks in its other language: a block of a type that is not there as often, or texts that were not translated.
import { type Block, firstWords, type PageDocument } from './document.ts';

export interface Lack {
  block: Block;
  reason: 'absent' | 'same';
}

/** Blocks of the same type are compared in their order. */
export function lackingIn(page: PageDocument, translation: PageDocument): readonly Lack[] {
  const left = [...translation.blocks];
  const found: Lack[] = [];
  for (const block of page.blocks.filter(({ isHidden }) => !isHidden)) {
    const at = left.findIndex(({ blockType }) => blockType === block.blockType);
    const other = left[at];
    if (!other) {
      found.push({ block, reason: 'absent' });
      continue;
    }
    left.splice(at, 1);
    const words = firstWords(block.content, 200);
    if (words !== '' && words === firstWords(other.content, 200)) found.push({ block, reason: 'same' });
  }
  return found;
}
