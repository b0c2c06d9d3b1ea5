// Two versions of a text beside each other, each with its own words marked.
import { wordDiff } from '../../lib/text/word-diff.ts';
import './revision.css';

/** A text, with the words marked that the other version does not have. */
export function Marked({ text, beside, isNew }: { text: string; beside: string; isNew: boolean }) {
  const Mark = isNew ? 'ins' : 'del';
  return (
    <span className="as-typed">
      {wordDiff(text, beside).map(({ text: piece, isChanged }, at) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces have no other name
        isChanged ? <Mark key={at}>{piece}</Mark> : <span key={at}>{piece}</span>,
      )}
    </span>
  );
}
