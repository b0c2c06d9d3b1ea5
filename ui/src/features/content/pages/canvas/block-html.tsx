// The server's html of a block, to look at.
import { useLayoutEffect, useRef } from 'react';

export function BlockHtml({ html }: { html: string }) {
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (root.current) root.current.innerHTML = html;
  }, [html]);
  return <div ref={root} />;
}
