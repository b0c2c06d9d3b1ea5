// An email or web address that may wrap at its punctuation, never in the middle of a word.
import { Fragment } from 'react';

export function Breakable({ children }: { children: string }) {
  const parts = children.split(/(?=[@./_])/);
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text stay in their place
    <Fragment key={at}>
      {at > 0 ? <wbr /> : null}
      {part}
    </Fragment>
  ));
}
