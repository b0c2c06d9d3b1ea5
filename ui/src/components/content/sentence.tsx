import type { ReactNode } from 'react';

const MARK = '\u{fffc}';

/** A whole sentence of the catalogue in which one placeholder is an element: each language puts it where it belongs. */
export function Sentence({
  sentence,
  children,
}: {
  sentence: (mark: string) => string;
  children: ReactNode;
}) {
  const [before = '', after = ''] = sentence(MARK).split(MARK);
  return (
    <>
      {before}
      {children}
      {after}
    </>
  );
}
